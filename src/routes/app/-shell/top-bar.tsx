import { HelpButton } from '../../../help/help-button.tsx'
import { Bell } from '../../../notices/bell.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Organisation } from './organisation.tsx'
import s from './top-bar.module.css'

export function TopBar({ onMenu }: { onMenu: () => void }) {
  return (
    <header className={s.bar}>
      <IconButton icon="menu" label="Abrir el menú" onClick={onMenu} />
      <Organisation />
      <HelpButton />
      <Bell />
    </header>
  )
}
