import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApprovalCard } from '@tuitbot/server'
import { parseResponse } from 'hono/client'
import { useTell } from '../../components/notices.js'
import { api } from '../../lib/api.js'
import { useSettled } from '../../lib/use-settled.js'
import { useUndo } from '../activity/api.js'
import { sayOutcome } from '../activity/say-outcome.js'

export const pendingApprovals = queryOptions({
  queryKey: ['approvals', 'pending'],
  queryFn: () => parseResponse(api.approvals.$get()),
})

type Seen = Pick<ApprovalCard, 'id' | 'content'>

/** Lets it go out as it was shown. */
export function useApprove() {
  const settle = useSettled()
  const tell = useTell()
  const undo = useUndo()
  return useMutation({
    mutationFn: ({ id, content }: Seen) =>
      parseResponse(
        api.approvals[':id'].approve.$post({ param: { id: String(id) }, json: { seen: content } }),
      ),
    onSuccess: (answer) => {
      const { intent } = answer
      const canUndo = answer.word === 'posted' && intent !== null
      tell({ ...sayOutcome(answer), ...(canUndo && { undo: () => undo.mutate(intent) }) })
    },
    ...settle,
  })
}

export function useReject() {
  const settle = useSettled()
  const tell = useTell()
  return useMutation({
    mutationFn: ({ id, note }: { readonly id: number; readonly note: string }) =>
      parseResponse(
        api.approvals[':id'].reject.$post({ param: { id: String(id) }, json: { note } }),
      ),
    onSuccess: () => tell({ text: 'Rejected. It will not go out.' }),
    ...settle,
  })
}

/** Decides about several as they were shown, each by itself. */
export function useDecideAll() {
  const settle = useSettled()
  return useMutation({
    mutationFn: ({ decision, picked }: BulkWish) => {
      const wanted = picked.map(({ id, content }) => ({ id, seen: content }))
      return parseResponse(api.approvals.decide.$post({ json: { decision, wanted } }))
    },
    ...settle,
  })
}

interface BulkWish {
  readonly decision: 'approve' | 'reject'
  readonly picked: readonly Seen[]
}

/** What the person has found on X. */
export type Found = 'done' | 'not_done' | 'look_again'

/** Says what became of something, where nobody else could. */
export function useResolve() {
  const settle = useSettled()
  const tell = useTell()
  return useMutation({
    mutationFn: (json: { readonly intent: string; readonly found: Found }) =>
      parseResponse(api.approvals.resolve.$post({ json })),
    onSuccess: (answer) => tell(sayOutcome(answer)),
    ...settle,
  })
}

/** Puts other words in its place. What is wrong with them is shown where they are written. */
export function useEdit() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, content, text }: Seen & { readonly text: string }) =>
      parseResponse(
        api.approvals[':id'].edit.$post({
          param: { id: String(id) },
          json: { seen: content, text },
        }),
      ),
    onSettled: () => client.invalidateQueries(),
  })
}
