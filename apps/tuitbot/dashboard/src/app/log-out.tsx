import { useMutation, useQueryClient } from '@tanstack/react-query'
import { parseResponse } from 'hono/client'
import { Button } from '../components/button.js'
import { api } from '../lib/api.js'

/** The way out, for every tab of this browser. */
export function LogOut() {
  const client = useQueryClient()
  const logout = useMutation({
    mutationFn: () => parseResponse(api.logout.$post()),
    onSettled: () => client.invalidateQueries(),
  })
  return (
    <Button look="quiet" icon="lock" disabled={logout.isPending} onClick={() => logout.mutate()}>
      Log this browser out
    </Button>
  )
}
