import { create } from 'zustand'

const key = 'shortcuts'

function areOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    // Storage may be disabled.
    return true
  }
}

/** Setting for single-key shortcuts on this device. Users of speech input can turn shortcuts off (WCAG 2.1.4). */
export const useShortcuts = create<{ on: boolean }>(() => ({ on: areOn() }))

export function setShortcuts(on: boolean) {
  try {
    localStorage.setItem(key, on ? 'on' : 'off')
  } catch {
    // If storage is disabled, the setting applies to this page only.
  }
  useShortcuts.setState({ on })
}
