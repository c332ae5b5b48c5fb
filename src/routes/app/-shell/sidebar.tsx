import { Link, useNavigate } from '@tanstack/react-router'
import { roleLabels } from '../../../domain/users/role.ts'
import { HelpButton } from '../../../help/help-button.tsx'
import { NoticeBell } from '../../../notices/notice-bell.tsx'
import { ThemeSwitch } from '../../../session/account/theme-switch.tsx'
import { useSignOut } from '../../../session/use-sign-out.tsx'
import { useUser } from '../../../session/use-user.ts'
import { Kbd } from '../../../ui/actions/kbd.tsx'
import { Menu } from '../../../ui/actions/menu.tsx'
import { cx } from '../../../ui/cx.ts'
import { Icon } from '../../../ui/icon.tsx'
import { NavigationCount, useNavigationCounts } from './navigation-count.tsx'
import { findActivePath, listNavigationLinks } from './navigation-links.ts'
import { OrganisationName } from './organisation-name.tsx'
import s from './sidebar.module.css'

interface Props {
  pathname: string
  /** Called after the user followed a link; closes the drawer. Set only in the drawer. */
  onGo?: () => void
  /** Opens the command palette. Missing in the drawer, because the top bar shows the bell and the search. */
  onSearch?: () => void
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

export function Sidebar({ pathname, onGo, onSearch }: Props) {
  const { role } = useUser()
  const here = findActivePath(pathname)
  const countsAt = useNavigationCounts()
  const all = listNavigationLinks(role)
  const groups = [all.filter((place) => !place.role), all.filter((place) => place.role)]
  return (
    <div className={s.side}>
      <div className={s.head}>
        <OrganisationName />
        {/* Omitted in the drawer, because the close button is in this corner. */}
        {!onGo && <NoticeBell />}
      </div>
      {onSearch && (
        <button
          type="button"
          className={cx(s.link, s.search)}
          aria-haspopup="dialog"
          aria-keyshortcuts="Control+K Meta+K"
          onClick={onSearch}
        >
          <Icon name="search" size={16} />
          Buscar
          <Kbd>{isApple ? '⌘ K' : 'Ctrl K'}</Kbd>
        </button>
      )}
      <nav className={s.nav} aria-label="Principal">
        {groups.map(
          (group, index) =>
            group.length > 0 && (
              <ul key={group[0]?.to} className={s.group}>
                {index > 0 && (
                  <li className={s.heading} aria-hidden="true">
                    Administración
                  </li>
                )}
                {group.map((place) => (
                  <li key={place.to}>
                    <Link
                      to={place.to}
                      className={s.link}
                      activeOptions={{ exact: true }}
                      aria-current={place.to === here ? 'page' : undefined}
                      aria-label={countsAt(place).label}
                      onClick={onGo}
                    >
                      <Icon name={place.icon} size={18} />
                      {place.name}
                      <NavigationCount count={countsAt(place).count} />
                    </Link>
                  </li>
                ))}
              </ul>
            ),
        )}
      </nav>
      <div className="stack-3">
        <div className={s.tools}>
          <ThemeSwitch name={onGo ? 'theme-drawer' : 'theme-side'} iconsOnly />
          {!onGo && <HelpButton />}
        </div>
        <UserMenu onGo={onGo} />
      </div>
    </div>
  )
}

function UserMenu({ onGo }: { onGo?: (() => void) | undefined }) {
  const user = useUser()
  const navigate = useNavigate()
  const { askToSignOut, dialog } = useSignOut()
  function openProfile() {
    onGo?.()
    void navigate({ to: '/app/profile' })
  }
  return (
    <>
      <Menu
        align="start"
        side="top"
        trigger={
          <button type="button" className={s.trigger} aria-label={`Cuenta de ${user.name || user.email}`}>
            <span className={s.initials} aria-hidden="true">
              {getInitials(user.name || user.email)}
            </span>
            <span className={s.who}>
              <span className={s.name}>{user.name || user.email}</span>
              <span className="text-caption">{roleLabels[user.role]}</span>
            </span>
            <Icon name="sort" size={16} />
          </button>
        }
        items={[
          { label: 'Mi perfil', icon: 'user', onSelect: openProfile },
          { label: 'Cerrar sesión', icon: 'logout', separated: true, onSelect: () => void askToSignOut() },
        ]}
      />
      {dialog}
    </>
  )
}

function getInitials(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
