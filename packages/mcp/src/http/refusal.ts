/** An answer of HTTP to what is not let in, in the words of JSON-RPC. */
export function refusal(
  status: number,
  message: string,
  { code = -32_600, headers = {} }: { code?: number; headers?: Record<string, string> } = {},
): Response {
  const body = { jsonrpc: '2.0', id: null, error: { code, message } }
  return Response.json(body, { status, headers: { 'cache-control': 'no-store', ...headers } })
}
