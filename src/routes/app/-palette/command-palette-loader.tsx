import { type FunctionComponent, useEffect, useState } from 'react'
import { notify } from '../../../lib/notify.ts'
import { setCommandPaletteOpen, useCommandPalette } from './command-palette-store.ts'

/**
 * Opens the command palette on Ctrl+K or ⌘K. Loads it on first use and then leaves it mounted, because it contains
 * other dialogs.
 */
export function CommandPaletteLoader() {
  const { isOpen } = useCommandPalette()
  const [Palette, setPalette] = useState<FunctionComponent | null>(null)
  useEffect(() => {
    if (!isOpen || Palette) return
    import('./command-palette.tsx').then(
      ({ CommandPalette }) => setPalette(() => CommandPalette),
      () => {
        setCommandPaletteOpen(false)
        notify.error('No se pudo abrir la búsqueda. Revise su conexión.')
      },
    )
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
