import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { parseResponse } from 'hono/client'
import { useTell } from '../../components/notices.js'
import { api } from '../../lib/api.js'
import { capitalize } from '../../lib/format.js'
import { toProblem } from '../../lib/problem.js'
import { sayOutcome } from './say-outcome.js'

export const activity = queryOptions({
  queryKey: ['activity'],
  queryFn: () => parseResponse(api.activity.$get({ query: {} })),
})

/** Takes a post back from X. */
export function useUndo() {
  const client = useQueryClient()
  const tell = useTell()
  return useMutation({
    mutationFn: (intent: string) =>
      parseResponse(api.activity[':intent'].undo.$post({ param: { intent } })),
    onSuccess: (answer) => tell(sayOutcome(answer)),
    onError: (error) => tell({ text: capitalize(toProblem(error).message), tone: 'bad' }),
    onSettled: () => client.invalidateQueries(),
  })
}
