import { NotFound } from '@tuitbot/core'
import { type Context, type ErrorHandler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { Problem, type ProblemBody, statusOf } from './problem.js'
import { renderProblem } from './views/problem-page.js'

/** Told about every failure that is the server's own, with the id that the page was given. */
export type Report = (error: unknown, id: string) => void

/** The only place where an error becomes an answer. What is not meant for the page stays here, under an id. */
export function onError(report: Report): ErrorHandler {
  return (error, c) => {
    const problem = toProblem(error)
    if (problem.code !== 'internal') return answer(c, problem)
    const id = crypto.randomUUID()
    report(error, id)
    return answer(c, problem, id)
  }
}

export function answer(c: Context, problem: Problem, id?: string) {
  const { code, message, problems } = problem
  c.header('vary', 'accept')
  if (isOpenedByPerson(c)) return c.html(renderProblem(problem, id), statusOf(code))
  const body: ProblemBody = {
    error: { code, message, ...(problems && { problems }), ...(id !== undefined && { id }) },
  }
  return c.json(body, statusOf(code))
}

/** A browser asks for HTML where somebody has opened an address; the API is for programs, whatever they ask for. */
function isOpenedByPerson(c: Context): boolean {
  const isApi = c.req.path === '/api' || c.req.path.startsWith('/api/')
  return !isApi && (c.req.header('accept') ?? '').includes('text/html')
}

function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof NotFound) return new Problem('not_found', error.message)
  if (error instanceof HTTPException && error.status < 500) {
    return new Problem('bad_request', 'the request cannot be read', { cause: error })
  }
  if (isBusy(error)) {
    return new Problem('busy', 'the database is busy; nothing was changed, try again', {
      cause: error,
    })
  }
  return new Problem('internal', 'something went wrong here; the terminal says more', {
    cause: error,
  })
}

/** The gateway's storage error, known by its name: the server does not import the gateway. Ours is never busy. */
function isBusy(error: unknown): boolean {
  return (
    error instanceof Error && error.name === 'StorageError' && Reflect.get(error, 'code') === 'busy'
  )
}
