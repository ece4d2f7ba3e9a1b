/** The harmless tool of every peer: one post on the far side, whose record is the truth. */
export async function postTo(far, text) {
  const response = await fetch(`${far}/posts`, {
    method: 'POST',
    headers: { 'x-account': 'peers' },
    body: JSON.stringify({ text }),
  })
  if (!response.ok) throw new Error(`the far side answered ${response.status}`)
  return 'posted'
}
