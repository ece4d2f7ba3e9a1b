import { useMutation, useQueryClient } from '@tanstack/react-query'
import { parseResponse } from 'hono/client'
import { useTell } from '../../components/notices.js'
import { api } from '../../lib/api.js'
import { capitalize } from '../../lib/format.js'
import { toProblem } from '../../lib/problem.js'

/** Stops everything, or lets it go on. */
export function usePause() {
  const client = useQueryClient()
  const tell = useTell()
  return useMutation({
    mutationFn: (paused: boolean): Promise<{ paused: boolean }> =>
      paused ? parseResponse(api.pause.$post()) : parseResponse(api.resume.$post()),
    onSuccess: ({ paused }) =>
      tell({ text: paused ? 'Paused. Nothing leaves any more.' : 'Running again.' }),
    onError: (error) => tell({ text: capitalize(toProblem(error).message), tone: 'bad' }),
    onSettled: () => client.invalidateQueries(),
  })
}
