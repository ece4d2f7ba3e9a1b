import { MAX_WEIGHTED_LENGTH } from '@tuitbot/core/weighted-length'

const RADIUS = 9
const AROUND = 2 * Math.PI * RADIUS
const NEARLY = 20

/** How much of a post is used, as X counts. */
export function LengthRing({ length }: { readonly length: number }) {
  const left = MAX_WEIGHTED_LENGTH - length
  const tone = left < 0 ? 'over' : left <= NEARLY ? 'nearly' : 'fine'
  const used = Math.min(1, length / MAX_WEIGHTED_LENGTH) * AROUND
  return (
    <span className={`ring ring-${tone}`}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <circle className="ring-track" cx="12" cy="12" r={RADIUS} />
        <circle
          className="ring-used"
          cx="12"
          cy="12"
          r={RADIUS}
          strokeDasharray={`${used} ${AROUND}`}
        />
      </svg>
      <span aria-hidden="true">{left < 0 ? `${left}` : `${length} / ${MAX_WEIGHTED_LENGTH}`}</span>
      <span className="visually-hidden">
        {length} of {MAX_WEIGHTED_LENGTH} characters{left < 0 && `, ${-left} too many`}
      </span>
    </span>
  )
}
