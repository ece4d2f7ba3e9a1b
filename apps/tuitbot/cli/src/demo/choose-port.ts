import { once } from 'node:events'
import { createServer } from 'node:net'
import { CliError } from '../report-error.js'

const USUAL = 3001

/** The port that was asked for, or a refusal. Who asked for none gets the usual one or, where it is taken, any (0). */
export async function choosePort(asked: number | undefined): Promise<number> {
  const problem = await findProblem(asked ?? USUAL)
  if (problem === undefined) return asked ?? USUAL
  if (asked === undefined) return 0
  throw new CliError(
    `Port ${asked} ${problem}`,
    'Name another with --port, or leave --port out to get one that is free.',
  )
}

async function findProblem(port: number): Promise<string | undefined> {
  const server = createServer()
  try {
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch (error) {
    const code = String(Reflect.get(Object(error), 'code'))
    return code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${code})`
  }
  server.close()
  await once(server, 'close')
  return undefined
}
