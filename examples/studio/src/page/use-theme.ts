import { useEffect, useState } from 'preact/hooks'

const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

function stored(): Theme {
  return THEMES.find((theme) => theme === localStorage.getItem('theme')) ?? 'auto'
}

/** Returns the current theme, and the function that switches to the next theme. */
export function useTheme(): readonly [Theme, () => void] {
  const [theme, setTheme] = useState(stored)
  useEffect(() => {
    localStorage.setItem('theme', theme)
    if (theme === 'auto') delete document.documentElement.dataset['theme']
    else document.documentElement.dataset['theme'] = theme
  }, [theme])
  const next = () => setTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto')
  return [theme, next]
}
