import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'
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
  const close = useCallback(() => setNotice(undefined), [])
  useEffect(() => {
    if (!notice) return
    const timer = setTimeout(close, STAYS_MS)
    return () => clearTimeout(timer)
  }, [notice, close])
  return (
    <Tell value={setNotice}>
      {children}
      <div className="notices" role="status" aria-live="polite">
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
