import { useEffect, useRef, useState } from 'react'

const SETTLES_MS = 500

interface Numbered {
  readonly id: number
}

/**
 * A list that does not move under the pointer: what is new comes last, whatever the server's order. Just after something has
 * gone, nothing should be pressed, because the next one lies where it was.
 */
export function useSteadyList<Item extends Numbered>(items: readonly Item[] | undefined) {
  const order = useRef<readonly number[]>([])
  const sorted = items && keepOrder(order.current, items)
  const ids = sorted?.map(({ id }) => id) ?? []
  const isMoving = useGone(ids)
  useEffect(() => {
    order.current = ids
  })
  return { items: sorted, isMoving }
}

/** What was there stays where it was; the rest follows in its own order. */
export function keepOrder<Item extends Numbered>(
  known: readonly number[],
  items: readonly Item[],
): readonly Item[] {
  const place = new Map(known.map((id, index) => [id, index]))
  return items.toSorted(
    (a, b) => (place.get(a.id) ?? known.length) - (place.get(b.id) ?? known.length),
  )
}

/** Whether one of them has gone a moment ago. */
function useGone(ids: readonly number[]): boolean {
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
