import { useEffect, useRef } from 'react'

/** What each key does. */
export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>

const MOVES = new Set(['j', 'k'])

/** Single keys, while nobody types or answers a question, nothing lies over the page, and no other key is held. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (isTyping(event.target) || document.querySelector('dialog[open]')) return
      const act = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined
      // A key that is held down must not decide one thing after the other.
      if (!act || (event.repeat && !MOVES.has(event.key))) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable]'
  if (!(target instanceof HTMLElement)) return false
  return target.matches(fields) || target.closest('form') !== null
}
