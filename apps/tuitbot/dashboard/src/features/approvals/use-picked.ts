import { useState } from 'react'

interface Numbered {
  readonly id: number
}

/** More at once than anyone reads before deciding. */
const MOST = 10

/** The cards that are decided together. What has gone is not among them. */
export function usePicked<Item extends Numbered>(items: readonly Item[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  const picked = items.filter(({ id }) => ids.has(id))
  return {
    picked,
    isPicked: ({ id }: Numbered) => ids.has(id),
    isFull: picked.length >= MOST,
    toggle: ({ id }: Numbered) => {
      const others = picked.map((item) => item.id).filter((one) => one !== id)
      if (ids.has(id)) setIds(new Set(others))
      else if (others.length < MOST) setIds(new Set([...others, id]))
    },
    clear: () => setIds(new Set()),
  }
}
