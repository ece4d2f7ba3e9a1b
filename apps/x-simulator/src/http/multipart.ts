import { plainProblem } from './problem.js'

export interface Part {
  readonly name: string
  readonly bytes: Buffer
}

/** Reads a body of `multipart/form-data`. Every part has a name and an end, or the whole is refused. */
export function readMultipart(body: Buffer, contentType: string): Part[] {
  const given = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  const boundary = given?.[1] ?? given?.[2]
  if (boundary === undefined) throw malformed('has no boundary')
  const mark = Buffer.from(`--${boundary}`)
  const separator = Buffer.from(`\r\n--${boundary}`)
  if (!body.subarray(0, mark.length).equals(mark))
    throw malformed('does not start with its boundary')

  const parts: Part[] = []
  let position = mark.length
  for (;;) {
    const next = body.subarray(position, position + 2).toString('latin1')
    if (next === '--') return parts
    if (next !== '\r\n') throw malformed('has a broken boundary')
    const end = body.indexOf(separator, position)
    if (end === -1) throw malformed('ends before its last boundary')
    parts.push(readPart(body.subarray(position + 2, end)))
    if (parts.length > 50) throw malformed('has too many parts')
    position = end + separator.length
  }
}

function readPart(bytes: Buffer): Part {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) throw malformed('has a part without an end to its header')
  const head = bytes.subarray(0, end).toString('utf8')
  const name = /^content-disposition:[^\r\n]*?[;\s]name="([^"\r\n]{1,100})"/im.exec(head)?.[1]
  if (name === undefined) throw malformed('has a part without a name')
  return { name, bytes: bytes.subarray(end + 4) }
}

function malformed(why: string) {
  return plainProblem(400, `The multipart body ${why}.`)
}
