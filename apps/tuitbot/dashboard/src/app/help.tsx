import { useEffect, useRef } from 'react'
import { Button } from '../components/button.js'

const KEYS = [
  ['j', 'Next'],
  ['k', 'Previous'],
  ['a', 'Approve'],
  ['e', 'Edit'],
  ['r', 'Reject'],
  ['x', 'Pick, to decide about several at once'],
  ['m', 'More: later, note, link, allow ahead'],
  ['u', 'Undo the latest post'],
  ['n', 'Write a post'],
  ['Ctrl ↵', 'Save, or go on, while writing'],
  ['Esc', 'Leave what is open'],
  ['?', 'This help'],
] as const

/** Which keys do what. */
export function Help({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className="help" aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Keys</h2>
      <dl>
        {KEYS.map(([key, meaning]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <div className="card-actions">
        <Button autoFocus onClick={() => dialog.current?.close()}>
          Close
        </Button>
      </div>
    </dialog>
  )
}
