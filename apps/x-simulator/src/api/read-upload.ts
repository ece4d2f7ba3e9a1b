import { type Call } from '../http/endpoint.js'
import { readMultipart } from '../http/multipart.js'
import { invalidParameter, plainProblem } from '../http/problem.js'
import { isObject, parseJson } from '../http/schema.js'

export interface Upload {
  readonly fields: Readonly<Record<string, unknown>>
  readonly media: Buffer
}

/** Reads a body that carries a file: base64 in JSON, or bytes in a form. */
export function readUpload(call: Call): Upload {
  if (call.contentType.toLowerCase().startsWith('multipart/form-data')) {
    const parts = readMultipart(call.body, call.contentType)
    const media = parts.find(({ name }) => name === 'media')
    const others = parts.filter(({ name }) => name !== 'media')
    if (media === undefined) throw missing()
    return {
      fields: Object.fromEntries(others.map(({ name, bytes }) => [name, bytes.toString('utf8')])),
      media: media.bytes,
    }
  }
  if (!call.contentType.toLowerCase().startsWith('application/json')) throw plainProblem(415)
  const value = parseJson(call.body)
  if (!isObject(value) || typeof value['media'] !== 'string') throw missing()
  const { media, ...fields } = value
  if (!/^[A-Za-z0-9+/\-_]*={0,2}$/.test(media)) {
    throw invalidParameter('media', '', '$.media: is not base64')
  }
  return { fields, media: Buffer.from(media, 'base64') }
}

function missing() {
  return invalidParameter('media', '', '$.media: is missing but it is required')
}
