import { useEffect } from 'react'
import type { Workbench } from './workbench.ts'

/** Ctrl+Z and Ctrl+Y wherever one is on the page, but where a text of its own is being typed or asked for. */
export function useUndoKeys(bench: Workbench, off: boolean) {
  useEffect(() => {
    if (off) return
    function press(event: KeyboardEvent) {
      const key = event.key.toLowerCase()
      if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return
      if (event.target instanceof Element && event.target.closest('input, textarea, select, [role=dialog]')) return
      event.preventDefault()
      void (key === 'y' || event.shiftKey ? bench.redo() : bench.undo())
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [bench, off])
}
