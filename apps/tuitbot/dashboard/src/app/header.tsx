import type { StatusView } from '@tuitbot/server'
import { Avatar } from '../components/avatar.js'
import { IconButton } from '../components/button.js'
import { Icon } from '../components/icon.js'
import { type Liveness } from '../lib/use-live.js'
import { useTheme } from '../lib/use-theme.js'

interface HeaderProps {
  readonly status: StatusView | undefined
  readonly liveness: Liveness
  readonly onHelp: () => void
}

export function Header({ status, liveness, onHelp }: HeaderProps) {
  const [theme, toggleTheme] = useTheme()
  return (
    <header className="header">
      <div className="header-inner">
        <h1 className="brand">
          <img src="/icon.svg" alt="" width="28" height="28" />
          Tuitbot
        </h1>
        <p className={`live live-${liveness}`}>
          <i aria-hidden="true" />
          <span>{LIVENESS[liveness]}</span>
        </p>
        {status && (
          <a
            className="account"
            href={status.timelineUrl}
            target="_blank"
            rel="noopener noreferrer"
          >
            <Avatar name={status.account.name} size="small" />
            <span>
              @<bdi>{status.account.username}</bdi>
            </span>
            <Icon name="outside" />
            <span className="visually-hidden">, opens your timeline in a new tab</span>
          </a>
        )}
        <IconButton
          icon={theme === 'light' ? 'moon' : 'sun'}
          label={theme === 'light' ? 'Use the dark theme' : 'Use the light theme'}
          onClick={toggleTheme}
        />
        <IconButton icon="keyboard" label="Show the keys" onClick={onHelp} />
      </div>
    </header>
  )
}

const LIVENESS: Readonly<Record<Liveness, string>> = {
  connecting: 'Connecting',
  live: 'Live',
  lost: 'Not connected',
}
