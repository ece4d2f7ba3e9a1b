import { queryOptions, useMutation } from '@tanstack/react-query'
import type { ApprovalCard } from '@tuitbot/server'
import { parseResponse } from 'hono/client'
import { useTell } from '../../components/notices.js'
import { api } from '../../lib/api.js'
import { useSettled } from '../../lib/use-settled.js'

export const grants = queryOptions({
  queryKey: ['grants'],
  queryFn: () => parseResponse(api.grants.$get()),
})

export interface Wish extends Pick<ApprovalCard, 'id' | 'content'> {
  readonly times: number
  readonly until: number
}

/** Lets more posts like one that waits go out without asking. */
export function useAllowMore() {
  return useMutation({
    mutationFn: ({ id, content, times, until }: Wish) =>
      parseResponse(api.grants.$post({ json: { approval: id, seen: content, times, until } })),
    ...useSettled(),
  })
}

export function useRevoke() {
  const tell = useTell()
  return useMutation({
    mutationFn: (grant: string) =>
      parseResponse(api.grants[':grant'].revoke.$post({ param: { grant } })),
    onSuccess: () => tell({ text: 'Stopped. They wait for you again.' }),
    ...useSettled(),
  })
}
