import { HelpButton } from '../../../help/help-button.tsx'
import { NoticeBell } from '../../../notices/notice-bell.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { OrganisationName } from './organisation-name.tsx'
import s from './top-bar.module.css'

export function TopBar({ onMenu, onSearch }: { onMenu: () => void; onSearch: () => void }) {
  return (
    <header className={s.bar}>
      <span className={s.menu}>
        <IconButton icon="menu" label="Abrir el menú" onClick={onMenu} />
      </span>
      <OrganisationName isCompact />
      <IconButton icon="search" label="Buscar" aria-haspopup="dialog" onClick={onSearch} />
      <HelpButton />
      <NoticeBell />
    </header>
  )
}
