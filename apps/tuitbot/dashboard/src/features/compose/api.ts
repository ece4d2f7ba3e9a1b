import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { PostPreview } from '@tuitbot/server'
import { MAX_WEIGHTED_LENGTH, weightedLength } from '@tuitbot/core/weighted-length'
import { parseResponse } from 'hono/client'
import { useEffect, useState } from 'react'
import { useTell } from '../../components/notices.js'
import { api } from '../../lib/api.js'
import { capitalize } from '../../lib/format.js'
import { toProblem } from '../../lib/problem.js'
import { useUndo } from '../activity/api.js'
import { sayOutcome } from '../activity/say-outcome.js'

const PAUSE_MS = 250

/** How a text would look as a post, what it costs, and what is wrong with it: as one types. */
export function usePreview(text: string) {
  const asked = useSettled(text, PAUSE_MS)
  const { data } = useQuery(preview(asked))
  const length = weightedLength(text)
  const isTooLong = length > MAX_WEIGHTED_LENGTH
  const isEmpty = text.trim() === ''
  // Its length is known here at once; the rest is as it was a moment ago, until the typing rests.
  const isStale: Readonly<Record<string, boolean>> = { empty: true, too_long: !isTooLong }
  const problems = isEmpty ? [] : (data?.problems ?? []).filter(({ code }) => !isStale[code])
  const isFit = !isEmpty && !isTooLong && asked === text && problems.length === 0
  return { preview: data, length, problems, isFit }
}

const preview = (text: string) =>
  queryOptions({
    queryKey: ['preview', text],
    queryFn: async (): Promise<PostPreview | undefined> => {
      const answer = await parseResponse(api.posts.$post({ json: { text, confirmed: false } }))
      return answer.kind === 'preview' ? answer : undefined
    },
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
  })

/** Posts what the person has seen as a preview. */
export function usePost(onPosted: () => void) {
  const client = useQueryClient()
  const tell = useTell()
  const undo = useUndo()
  return useMutation({
    mutationFn: (text: string) =>
      parseResponse(api.posts.$post({ json: { text, confirmed: true } })),
    onSuccess: (answer) => {
      if (answer.kind === 'preview') return
      const { word, intent } = answer
      const canUndo = word === 'posted' && intent !== null
      tell({ ...sayOutcome(answer), ...(canUndo && { undo: () => undo.mutate(intent) }) })
      if (word !== 'failed') onPosted()
    },
    onError: (error) => tell({ text: capitalize(toProblem(error).message), tone: 'bad' }),
    onSettled: () => client.invalidateQueries(),
  })
}

/** A value once it has stayed the same for a while. */
function useSettled<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
