import { useMutation } from '@tanstack/react-query'
import { parseResponse } from 'hono/client'
import { useTell } from '../../components/notices.js'
import { api } from '../../lib/api.js'
import { formatMoment } from '../../lib/format.js'
import { useSettled } from '../../lib/use-settled.js'

/** Puts it off until later. */
export function useSnooze() {
  const tell = useTell()
  return useMutation({
    mutationFn: ({ id, until }: { readonly id: number; readonly until: number }) =>
      parseResponse(
        api.approvals[':id'].snooze.$post({ param: { id: String(id) }, json: { until } }),
      ),
    onSuccess: (_, { until }) => tell({ text: `Put off until ${formatMoment(until)}.` }),
    ...useSettled(),
  })
}

/** Keeps a word with it. */
export function useNote() {
  return useMutation({
    mutationFn: ({ id, note }: { readonly id: number; readonly note: string }) =>
      parseResponse(api.approvals[':id'].note.$post({ param: { id: String(id) }, json: { note } })),
    ...useSettled(),
  })
}

/** A link by which somebody decides it once, from another window or a chat. */
export function useLink() {
  return useMutation({
    mutationFn: ({ id, to }: { readonly id: number; readonly to: string }) =>
      parseResponse(api.approvals[':id'].link.$post({ param: { id: String(id) }, json: { to } })),
    ...useSettled(),
  })
}
