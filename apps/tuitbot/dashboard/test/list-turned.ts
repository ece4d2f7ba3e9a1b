import { type Page } from 'playwright-core'

/** Texts in the page that would turn what stands beside them. */
export function listTurned(page: Page): Promise<unknown> {
  return page.evaluate(String.raw`(() => {
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const turned = []
    while (nodes.nextNode()) {
      const { textContent, parentElement } = nodes.currentNode
      const isTurning = /\p{Bidi_Control}/u.test(textContent)
      if (isTurning && !parentElement.closest('bdi')) turned.push(textContent)
    }
    return turned
  })()`)
}
