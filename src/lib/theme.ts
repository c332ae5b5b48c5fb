import { create } from 'zustand'

export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

export const themeNames = { light: 'Claro', dark: 'Oscuro', system: 'Del sistema' } as const satisfies Record<
  Theme,
  string
>

/** Shared with public/early.js, which sets the attribute before the first paint. */
const key = 'theme'

function kept(): Theme {
  try {
    const theme = localStorage.getItem(key)
    return themes.find((known) => known === theme) ?? 'system'
  } catch {
    // A browser may keep nothing.
    return 'system'
  }
}

export const useTheme = create<{ theme: Theme }>(() => ({ theme: kept() }))

export function setTheme(theme: Theme) {
  try {
    localStorage.setItem(key, theme)
  } catch {
    // Then it holds for this page.
  }
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  useTheme.setState({ theme })
}
