import { useEffect, useRef } from 'react'

/** Where a letter is text, or chooses from a list. */
const typing = 'input, textarea, select, [contenteditable], dialog, [role=menu], [role=listbox]'

/** Keys of one character for the page that is shown; `null` turns them off. They do nothing while somebody writes, and nothing twice while held down. */
export function useKeys(keys: Record<string, () => void> | null) {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  const isOn = keys !== null
  useEffect(() => {
    if (!isOn) return
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      if ((event.target as HTMLElement).closest(typing) || document.querySelector('dialog[open]')) return
      const act = latest.current?.[event.key.toLowerCase()]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isOn])
}
