import { useQueryClient } from '@tanstack/react-query'
import { useTell } from '../components/notices.js'
import { capitalize } from './format.js'
import { toProblem } from './problem.js'

/** What follows every change: a failure is told, and everything is asked for again. */
export function useSettled() {
  const client = useQueryClient()
  const tell = useTell()
  return {
    onError: (error: Error) => tell({ text: capitalize(toProblem(error).message), tone: 'bad' }),
    onSettled: () => client.invalidateQueries(),
  } as const
}
