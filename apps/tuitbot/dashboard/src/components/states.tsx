import { type ReactNode } from 'react'
import { toProblem } from '../lib/problem.js'
import { Icon, type IconName } from './icon.js'

/** Where something will be in a moment. */
export function Loading({ label, rows = 2 }: { readonly label: string; readonly rows?: number }) {
  return (
    <div className="loading" role="status">
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="ghost" aria-hidden="true" />
      ))}
    </div>
  )
}

export function Failed({
  error,
  onRetry,
}: {
  readonly error: unknown
  readonly onRetry: () => void
}) {
  return (
    <div className="state state-failed" role="alert">
      <Icon name="alert" />
      <p>{toProblem(error).message}</p>
      <button type="button" className="button button-plain" onClick={onRetry}>
        Try again
      </button>
    </div>
  )
}

interface EmptyProps {
  readonly icon: IconName
  readonly title: string
  readonly children: ReactNode
}

export function Empty({ icon, title, children }: EmptyProps) {
  return (
    <div className="state">
      <Icon name={icon} />
      <h3>{title}</h3>
      <p>{children}</p>
    </div>
  )
}
