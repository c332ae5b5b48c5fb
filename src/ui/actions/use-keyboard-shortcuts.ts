import { useEffect, useRef } from 'react'

/** Elements in which a letter types text or selects an item. */
const typingSelector = 'input, textarea, select, [contenteditable], dialog, [role=menu], [role=listbox]'

/** Handles single-character shortcuts of the page; `null` disables them. Ignores key repeat and keys typed into inputs. */
export function useKeyboardShortcuts(keys: Record<string, () => void> | null) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  const isOn = keys !== null
  useEffect(() => {
    if (!isOn) return
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if ((event.target as HTMLElement).closest(typingSelector) || document.querySelector('dialog[open]')) return
      const act = latest.current?.[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isOn])
}
