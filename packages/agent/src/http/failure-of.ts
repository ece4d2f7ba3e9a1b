import { createToolError, type ToolError, type ToolErrorCategory } from '@armorer/core'

/** Why a provider refused, by its status alone. What it says in words is cut short, and never decides. */
export async function failureOf(response: Response): Promise<ToolError> {
  const { status } = response
  const said = (await response.text().catch(() => '')).slice(0, MAX_WORDS)
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'))
  return createToolError({
    category: categoryOf(status),
    code: `model.http_${status}`,
    message: `the model's host answered ${status}${said === '' ? '' : `: ${said}`}`,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  })
}

const MAX_WORDS = 500

function categoryOf(status: number): ToolErrorCategory {
  if (status === 401 || status === 403) return 'permission'
  if (status === 404) return 'not_found'
  if (status === 408 || status === 504) return 'timeout'
  if (status === 429 || status >= 500) return 'transient'
  return 'validation'
}

/** Seconds; a date is left to whoever retries. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null || !/^\d{1,6}$/.test(header.trim())) return undefined
  return Number(header) * 1000
}
