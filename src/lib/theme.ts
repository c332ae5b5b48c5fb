import { create } from 'zustand'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

export const themeNames = { light: 'Claro', dark: 'Oscuro', system: 'Del sistema' } as const satisfies Record<
  Theme,
  string
>

/** Storage key, shared with `src/public/early.js`, which sets the theme before the first paint. */
const key = 'theme'

function loadTheme(): Theme {
  try {
    const theme = localStorage.getItem(key)
    return themes.find((known) => known === theme) ?? 'system'
  } catch {
    // Storage may be disabled.
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
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  useTheme.setState({ theme })
}
