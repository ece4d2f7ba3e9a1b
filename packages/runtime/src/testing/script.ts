import { service, type Effects, type Stack } from '../service.js'

/** What a scripted service does when its turn comes: an error is thrown, a function is called, the rest is returned. */
export type Answer<Res> = Error | Res | (() => Res | Promise<Res>)

/** A service that gives these answers in turn, and fails when they are used up. It counts as a read unless said otherwise. */
export function script<Res, E extends Effects = 'read'>(
  answers: ReadonlyArray<Answer<Res>>,
  { effects, name = 'script' }: { effects?: E; name?: string } = {},
): Stack<unknown, Res, E> & { readonly requests: readonly unknown[] } {
  const left = [...answers]
  const requests: unknown[] = []
  const stack = service<unknown, Res, E>(
    (request) => {
      requests.push(request)
      const answer = left.shift()
      if (answer === undefined && left.length === 0 && requests.length > answers.length) {
        throw new Error(`the script of ${answers.length} answers is over`)
      }
      if (answer instanceof Error) throw answer
      // A function among the answers is one to be called: no response is a function.
      return typeof answer === 'function' ? (answer as () => Res | Promise<Res>)() : (answer as Res)
    },
    { effects: (effects ?? 'read') as E, name },
  )
  return { ...stack, requests }
}
