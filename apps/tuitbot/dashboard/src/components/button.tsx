import { type ComponentProps, type ReactNode } from 'react'
import { Icon, type IconName } from './icon.js'

interface ButtonProps extends ComponentProps<'button'> {
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger'
  readonly icon?: IconName
  /** The key that does the same. */
  readonly shortcut?: string
  readonly children: ReactNode
}

export function Button({ look = 'plain', icon, shortcut, children, ...rest }: ButtonProps) {
  return (
    <button type="button" className={`button button-${look}`} {...rest}>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
      {shortcut !== undefined && <kbd aria-hidden="true">{shortcut}</kbd>}
    </button>
  )
}

/** A button that is only a drawing, and says what it does to those who do not see it. */
export function IconButton({
  icon,
  label,
  ...rest
}: ComponentProps<'button'> & { readonly icon: IconName; readonly label: string }) {
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  )
}
