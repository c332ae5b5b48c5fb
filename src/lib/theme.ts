import { create } from 'zustand'

export const themeLabels = {
  light: { label: 'Claro', icon: 'sun' },
  dark: { label: 'Oscuro', icon: 'moon' },
  system: { label: 'Del sistema', icon: 'monitor' },
} as const
export type Theme = keyof typeof themeLabels
export const themes = Object.keys(themeLabels) as Theme[]

/** Storage key, shared with `src/index.html`, which sets the theme before the first paint. */
const key = 'theme'

function loadTheme(): Theme {
  try {
    const theme = localStorage.getItem(key)
    return themes.find((known) => known === theme) ?? 'system'
  } catch {
    // Follows the system if `localStorage` is disabled.
    return 'system'
  }
}

export const useTheme = create<{ theme: Theme }>(() => ({ theme: loadTheme() }))

export function setTheme(theme: Theme) {
  try {
    localStorage.setItem(key, theme)
  } catch {
    // If storage is disabled, the theme applies to this page only.
  }
  useTheme.setState({ theme })
}

/** Shows a theme on the page, and its colour on the browser's bars. Without a choice, both follow the system. */
export function applyTheme(theme: Theme) {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')) {
    const { scheme } = meta.dataset
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${scheme})` : scheme === theme ? 'all' : 'not all'
  }
}
