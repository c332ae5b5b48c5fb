import { create } from 'zustand'

const key = 'shortcuts'

function areOn(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    // A browser may keep nothing.
    return true
  }
}

/** Whether keys of one letter do something on this device. Who speaks to his computer, or presses keys by chance, turns them off (WCAG 2.1.4). */
export const useShortcuts = create<{ on: boolean }>(() => ({ on: areOn() }))

export function setShortcuts(on: boolean) {
  try {
    localStorage.setItem(key, on ? 'on' : 'off')
  } catch {
    // Then it holds for this page.
  }
  useShortcuts.setState({ on })
}
