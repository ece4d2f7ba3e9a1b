import { queryOptions } from '@tanstack/react-query'
import { parseResponse } from 'hono/client'
import { api } from '../../lib/api.js'

export const status = queryOptions({
  queryKey: ['status'],
  queryFn: () => parseResponse(api.status.$get()),
})
