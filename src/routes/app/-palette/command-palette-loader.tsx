import { type FunctionComponent, useEffect, useState } from 'react'
import { notify } from '../../../lib/notify.ts'
import { preloadWhenIdle } from '../../../lib/run-when-idle.ts'
import { markBusy } from '../../../ui/busy-control.ts'
import { setCommandPaletteOpen, useCommandPalette } from './command-palette-store.ts'
import { loadCommandPalette } from './load-command-palette.ts'

/**
 * Opens the command palette on Ctrl+K or ⌘K. Loads it when the page is idle, and leaves it mounted after the first use, because it contains
 * other dialogs.
 */
export function CommandPaletteLoader() {
  const { isOpen } = useCommandPalette()
  const [Palette, setPalette] = useState<FunctionComponent | null>(null)
  useEffect(() => preloadWhenIdle(loadCommandPalette), [])
  useEffect(() => {
    if (!isOpen || Palette) return
    let isCancelled = false
    const release = markBusy()
    loadCommandPalette().then(
      (palette) => setPalette(() => palette),
      () => {
        if (isCancelled) return
        setCommandPaletteOpen(false)
        notify.error('No se pudo abrir la búsqueda. Revise su conexión.')
      },
    )
    // In the capture phase, because the page would take the letters for its own shortcuts.
    window.addEventListener('keydown', keepTyped, true)
    return () => {
      isCancelled = true
      release()
      window.removeEventListener('keydown', keepTyped, true)
    }
  }, [isOpen, Palette])
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      const { isOpen: wasOpen } = useCommandPalette.getState()
      if (wasOpen || !document.querySelector('dialog:modal')) setCommandPaletteOpen(!wasOpen)
    }
    window.addEventListener('keydown', press)
    return () => {
      window.removeEventListener('keydown', press)
      setCommandPaletteOpen(false)
    }
  }, [])
  return Palette && <Palette />
}

/** Keeps what the user types until the palette is loaded; Escape closes it. */
function keepTyped(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const { typed } = useCommandPalette.getState()
  if (event.key === 'Escape') setCommandPaletteOpen(false)
  else if (event.key === 'Backspace') useCommandPalette.setState({ typed: typed.slice(0, -1) })
  else if (event.key.length === 1) useCommandPalette.setState({ typed: typed + event.key })
}
