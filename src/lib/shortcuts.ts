import { create } from 'zustand'

const key = 'shortcuts'

function loadSetting(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    // Shortcuts are on by default, also if `localStorage` is disabled.
    return true
  }
}

/** Setting for single-key shortcuts on this device. Users of speech input can turn shortcuts off (WCAG 2.1.4). */
export const useShortcutSettings = create<{ on: boolean }>(() => ({ on: loadSetting() }))

export function setShortcutsEnabled(on: boolean) {
  try {
    localStorage.setItem(key, on ? 'on' : 'off')
  } catch {
    // If storage is disabled, the setting applies to this page only.
  }
  useShortcutSettings.setState({ on })
}
