import { HelpButton } from '../../../help/help-button.tsx'
import { preloadOnApproach } from '../../../lib/run-when-idle.ts'
import { NoticeBell } from '../../../notices/notice-bell.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { setCommandPaletteOpen } from '../-palette/command-palette-store.ts'
import { loadCommandPalette } from '../-palette/load-command-palette.ts'
import { OrganisationName } from './organisation-name.tsx'
import s from './top-bar.module.css'

export function TopBar({ onMenu }: { onMenu: () => void }) {
  return (
    <header className={s.bar}>
      <span className={s.menu}>
        <IconButton icon="menu" label="Abrir el menú" onClick={onMenu} />
      </span>
      <OrganisationName isCompact />
      <IconButton
        icon="search"
        label="Buscar"
        aria-haspopup="dialog"
        {...preloadOnApproach(loadCommandPalette)}
        onClick={() => setCommandPaletteOpen(true)}
      />
      <HelpButton />
      <NoticeBell />
    </header>
  )
}
