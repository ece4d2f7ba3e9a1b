import { type ServerResponse } from 'node:http'
import { type BadBody, type Fault } from '../faults/fault.js'
import { type Answer } from './answer.js'
import { legacyProblem, plainProblem, problemAnswer } from './problem.js'

/** Sends an answer as it is. */
export function send(
  response: ServerResponse,
  answer: Answer,
  body: string | Buffer = answer.body,
) {
  response.writeHead(answer.status, {
    ...answer.headers,
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
}

/** Cuts the connection: politely, or with a reset. */
export function cut(response: ServerResponse, how: 'drop' | 'reset') {
  // A response that waits its turn on the connection has no socket yet, but its request has.
  const socket = response.socket ?? response.req.socket
  if (how === 'reset') socket.resetAndDestroy()
  else socket.destroy()
}

/** Sends an answer in many small pieces over `ms` of real time. */
export function drip(response: ServerResponse, answer: Answer, ms: number) {
  const body = Buffer.from(answer.body)
  const pieces = Math.max(1, Math.min(body.length, 20))
  const size = Math.ceil(body.length / pieces)
  response.writeHead(answer.status, { ...answer.headers, 'content-length': body.length })
  response.flushHeaders()
  let position = 0
  const timer = setInterval(() => {
    const piece = body.subarray(position, position + size)
    position += size
    response.write(piece)
    if (position >= body.length) {
      clearInterval(timer)
      response.end()
    }
  }, ms / pieces)
  response.on('close', () => clearInterval(timer))
}

/** Says nothing; after `ms` of real time, if given, cuts the connection. */
export function hang(response: ServerResponse, ms: number | undefined) {
  if (ms === undefined) return
  const timer = setTimeout(() => cut(response, 'drop'), ms)
  response.on('close', () => clearTimeout(timer))
}

/** The answer that a scripted status stands for. */
export function statusAnswer(fault: Extract<Fault, { kind: 'status' }>, now: number): Answer {
  const { status, shape = 'problem', resetSeconds = 900 } = fault
  const limits: Record<string, string> =
    status === 429
      ? {
          'x-rate-limit-limit': '100',
          'x-rate-limit-remaining': '0',
          'x-rate-limit-reset': String(Math.ceil(now / 1000) + resetSeconds),
        }
      : {}
  const answer = shapes[shape](status)
  return { ...answer, headers: { ...limits, ...answer.headers } }
}

const shapes = {
  problem: (status: number) => problemAnswer(plainProblem(status)),
  legacy: (status: number) =>
    problemAnswer(
      status === 429
        ? legacyProblem(status, 88, 'Rate limit exceeded')
        : legacyProblem(status, 130, 'Over capacity'),
    ),
  html: (status: number): Answer => ({
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`,
  }),
}

const bodies: Readonly<Record<BadBody, (body: string) => string | Buffer>> = {
  truncated: (body) => body.slice(0, Math.floor(body.length / 2)),
  html: () => '<!doctype html><title>X</title><p>Something went wrong.',
  empty: () => '',
  'not-json': () => '{"data":',
  'wrong-shape': () => '{"data":42,"meta":"none","errors":{}}',
  'not-utf8': () => Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x22, 0x7d]),
}

export function badBody(body: string, kind: BadBody): string | Buffer {
  return bodies[kind](body)
}
