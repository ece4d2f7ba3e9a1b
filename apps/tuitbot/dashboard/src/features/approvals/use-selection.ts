import { useEffect, useRef, useState } from 'react'

interface Card {
  readonly intent: string
}

/** The one card that the keys are for. It stays the same one, whatever comes or goes around it. */
export function useSelection<Item extends Card>(items: readonly Item[]) {
  const [chosen, choose] = useState<string>()
  const cards = useRef(new Map<string, HTMLElement>())
  const lastPlace = useRef(0)
  const hasDecided = useRef(false)
  const place = placeOf(items, chosen, lastPlace.current)
  const selected = items[place]

  useEffect(() => {
    lastPlace.current = place
    if (selected) choose(selected.intent)
    // The card that was decided has taken the focus with it; the next one gets it.
    if (!hasDecided.current || document.activeElement !== document.body) return
    hasDecided.current = false
    const next = selected && cards.current.get(selected.intent)
    const heir = next ?? document.getElementById('queue')
    heir?.focus({ preventScroll: true })
  }, [items, place, selected])

  return {
    selected,
    choose,
    focus: (intent: string) => cards.current.get(intent)?.focus(),
    /** To be told when a decision was made, so that the focus is not lost with its card. */
    onDecided: () => {
      hasDecided.current = true
    },
    go(step: 1 | -1) {
      const next = items[Math.min(Math.max(0, place + step), items.length - 1)]
      const card = next && cards.current.get(next.intent)
      card?.focus({ preventScroll: true })
      card?.scrollIntoView({ block: 'nearest' })
    },
    /** For the `ref` of a card. */
    register: (intent: string) => (card: HTMLElement | null) => {
      if (card) cards.current.set(intent, card)
      else cards.current.delete(intent)
    },
  }
}

/** Where the chosen one is now; if it is gone, the one that lies where it was. */
export function placeOf(
  items: readonly Card[],
  chosen: string | undefined,
  lastPlace: number,
): number {
  const found = items.findIndex(({ intent }) => intent === chosen)
  return found >= 0 ? found : Math.max(0, Math.min(lastPlace, items.length - 1))
}
