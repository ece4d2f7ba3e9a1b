import { useState } from 'react'

export type Theme = 'light' | 'dark'

/** The theme that is shown, and how to have the other one, for good. */
export function useTheme(): [Theme, () => void] {
  const [theme, setTheme] = useState(currentTheme)
  const toggle = () => {
    const other = theme === 'light' ? 'dark' : 'light'
    document.documentElement.dataset['theme'] = other
    localStorage.setItem('tuitbot-theme', other)
    setTheme(other)
  }
  return [theme, toggle]
}

function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset
  if (theme === 'light' || theme === 'dark') return theme
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
