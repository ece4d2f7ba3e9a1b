/** Gives the items in order, and sorts no further than they are read: who wants a few of thousands pays for few. */
export function* bestFirst<Item>(
  items: readonly Item[],
  isBefore: (item: Item, other: Item) => boolean,
): Generator<Item, void, undefined> {
  const heap = [...items]
  for (let at = (heap.length >> 1) - 1; at >= 0; at--) sink(heap, at, isBefore)
  for (let last = heap.pop(); last !== undefined; last = heap.pop()) {
    const [best] = heap
    if (best === undefined) return yield last
    heap[0] = last
    sink(heap, 0, isBefore)
    yield best
  }
}

/** Moves an item down a binary heap until nothing below goes before it. */
function sink<Item>(
  heap: Item[],
  from: number,
  isBefore: (item: Item, other: Item) => boolean,
): void {
  const item = heap[from] as Item
  let at = from
  for (let below = 2 * at + 1; below < heap.length; below = 2 * at + 1) {
    const right = below + 1
    if (right < heap.length && isBefore(heap[right] as Item, heap[below] as Item)) below = right
    if (!isBefore(heap[below] as Item, item)) break
    heap[at] = heap[below] as Item
    at = below
  }
  heap[at] = item
}
