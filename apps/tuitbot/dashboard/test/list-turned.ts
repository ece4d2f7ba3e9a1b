/** Texts in the page that would turn what stands beside them. */
export function listTurned(): string[] {
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const turned: string[] = []
  while (nodes.nextNode()) {
    const { textContent, parentElement } = nodes.currentNode
    const isTurning = /\p{Bidi_Control}/u.test(textContent ?? '')
    if (isTurning && !parentElement?.closest('bdi')) turned.push(textContent ?? '')
  }
  return turned
}
