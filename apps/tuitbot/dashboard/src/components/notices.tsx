import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Button, IconButton } from './button.js'

/** Something that has just happened. */
export interface Notice {
  readonly text: string
  readonly tone?: 'good' | 'bad'
  readonly undo?: () => void
}

const STAYS_MS = 8_000

const Tell = createContext<(notice: Notice) => void>(() => undefined)

/** Tells the person what has happened: in a corner, and to a screen reader. */
export function useTell(): (notice: Notice) => void {
  return useContext(Tell)
}

export function Notices({ children }: { readonly children: ReactNode }) {
  const [notice, setNotice] = useState<Notice>()
  const place = useRef<HTMLDivElement>(null)
  const close = useCallback(() => setNotice(undefined), [])
  useNextAct(notice ? close : undefined, place)
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(close, STAYS_MS)
    return () => clearTimeout(timer)
  }, [notice, close])
  return (
    <Tell value={setNotice}>
      {children}
      <div className="notices" role="status" aria-live="polite" ref={place}>
        {notice && (
          <div className={`notice notice-${notice.tone ?? 'good'}`}>
            <p>
              <bdi>{notice.text}</bdi>
            </p>
            {notice.undo && (
              <Button
                look="quiet"
                icon="undo"
                shortcut="u"
                onClick={() => {
                  notice.undo?.()
                  close()
                }}
              >
                Undo
              </Button>
            )}
            <IconButton icon="cross" label="Close" onClick={close} />
          </div>
        )}
      </div>
    </Tell>
  )
}

/** Tells when the person does something elsewhere than in `place`: a click, or a key that stands for a letter. */
function useNextAct(onAct: (() => void) | undefined, place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!onAct) return
    const stop = new AbortController()
    const act = ({ target }: Event) => {
      if (!(target instanceof Node && place.current?.contains(target))) onAct()
    }
    const onKey = (event: KeyboardEvent) => {
      const isHeld = event.repeat || event.ctrlKey || event.metaKey || event.altKey
      if (event.key.length === 1 && !isHeld) act(event)
    }
    // Before anyone else hears of it: what comes of the act may be the next notice.
    const options = { capture: true, signal: stop.signal }
    document.addEventListener('click', act, options)
    document.addEventListener('keydown', onKey, options)
    return () => stop.abort()
  }, [onAct, place])
}
