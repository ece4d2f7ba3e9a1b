import { hueOf, initialsOf } from '../lib/format.js'

const HUES = 8

/** Letters instead of a picture: nothing is loaded from elsewhere. */
export function Avatar({ name, size }: { readonly name: string; readonly size?: 'small' }) {
  return (
    <span
      className={size ? `avatar avatar-${size}` : 'avatar'}
      data-hue={hueOf(name, HUES)}
      aria-hidden="true"
    >
      {initialsOf(name)}
    </span>
  )
}
