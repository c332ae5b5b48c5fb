import { IconButton } from '../../../ui/icon-button.tsx'
import { Letterhead } from './letterhead.tsx'
import s from './top-bar.module.css'

export function TopBar({ onMenu }: { onMenu: () => void }) {
  return (
    <header className={s.bar}>
      <IconButton icon="menu" label="Abrir el menú" onClick={onMenu} />
      <Letterhead />
    </header>
  )
}
