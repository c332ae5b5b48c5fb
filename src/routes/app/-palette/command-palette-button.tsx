import { preloadOnApproach } from '../../../lib/run-when-idle.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import s from './command-palette-button.module.css'
import { setCommandPaletteOpen } from './command-palette-store.ts'
import { loadCommandPalette } from './load-command-palette.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

export function CommandPaletteButton() {
  return (
    <button
      type="button"
      className={s.button}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      {...preloadOnApproach(loadCommandPalette)}
      onClick={() => setCommandPaletteOpen(true)}
    >
      <Icon name="search" size={16} />
      <span className={s.label}>Buscar</span>
      <Kbd>{isApple ? '⌘ K' : 'Ctrl K'}</Kbd>
    </button>
  )
}
