import { useEffect, useRef, useState } from 'react'

const SETTLES_MS = 500

interface Card {
  readonly intent: string
}

/**
 * A list that does not move under the pointer: what is new comes last, whatever the server's order. Just after something has
 * gone, nothing should be pressed, because the next one lies where it was.
 */
export function useSteadyList<Item extends Card>(items: readonly Item[] | undefined) {
  const order = useRef<readonly string[]>([])
  const sorted = items && keepOrder(order.current, items)
  const ids = sorted?.map(({ intent }) => intent) ?? []
  const isMoving = useGone(ids)
  useEffect(() => {
    order.current = ids
  })
  return { items: sorted, isMoving }
}

/** What was there stays where it was; the rest follows in its own order. */
export function keepOrder<Item extends Card>(
  known: readonly string[],
  items: readonly Item[],
): readonly Item[] {
  const place = new Map(known.map((id, index) => [id, index]))
  return items.toSorted(
    (a, b) => (place.get(a.intent) ?? known.length) - (place.get(b.intent) ?? known.length),
  )
}

/** Whether one of them has gone a moment ago. */
function useGone(ids: readonly string[]): boolean {
  const [seen, setSeen] = useState(ids)
  const [isMoving, setMoving] = useState(false)
  const key = ids.join()
  if (seen.join() !== key) {
    if (seen.some((id) => !ids.includes(id))) setMoving(true)
    setSeen(ids)
  }
  useEffect(() => {
    if (!isMoving) return
    const timer = setTimeout(() => setMoving(false), SETTLES_MS)
    return () => clearTimeout(timer)
  }, [isMoving, key])
  return isMoving
}
