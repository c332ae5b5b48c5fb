import { Link, Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { HelpButton } from '../../../help/help-button.tsx'
import { HelpPanel } from '../../../help/help-panel.tsx'
import { useHelpPanel } from '../../../help/use-help-panel.ts'
import { deleteExpiredLocalData } from '../../../lib/local-store.ts'
import { useRealtimeUpdates } from '../../../lib/realtime.ts'
import { NoticeBell } from '../../../notices/notice-bell.tsx'
import { type SessionEndReason, useSessionWatch } from '../../../session/session-watch.ts'
import { IconButton } from '../../../ui/actions/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PortalContext } from '../../../ui/overlay/portal-context.ts'
import { Main } from '../../../ui/page/main.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { CommandPalette } from '../-palette/command-palette.tsx'
import s from './app-shell.module.css'
import { NavigationCount, useNavigationCounts } from './navigation-count.tsx'
import { findActivePath, listNavigationLinks } from './navigation-links.ts'
import { OrganisationName } from './organisation-name.tsx'
import { Sidebar } from './sidebar.tsx'

export function AppShell() {
  const [open, setOpen] = useState(false)
  const [isSearching, setSearching] = useState(false)
  const { pathname } = useLocation()
  // The style sheet shows the same parts at the same width. Rendering the others would delay the first content.
  const isWide = useMediaQuery('(min-width: 64rem)')
  const help = useHelpPanel()
  const navigate = useNavigate()
  const router = useRouter()
  const leave = useCallback(
    (ending: SessionEndReason) => {
      // Reloads the page if another user signed in through another tab, because it shows the previous user's data.
      if (ending === 'replaced') return location.replace('/app/dashboard')
      const redirect = router.state.location.href
      void navigate({ to: '/auth/login', search: { redirect, ended: ending }, replace: true })
    },
    [navigate, router],
  )
  useSessionWatch(leave)
  useRealtimeUpdates('settings', 'notices')
  useSearchShortcut()
  // Deletes expired local data of all users of this browser.
  useEffect(() => void deleteExpiredLocalData(), [])
  return (
    <div className={s.shell} data-help={help.isOpen || undefined}>
      <a className={s.skip} href="#contenido">
        Saltar al contenido
      </a>
      {isWide ? (
        <aside className={s.side}>
          <Sidebar pathname={pathname} onSearch={() => setSearching(true)} />
        </aside>
      ) : (
        <TopBar onMenu={() => setOpen(true)} onSearch={() => setSearching(true)} />
      )}
      <Main id="contenido" className={s.main} tabIndex={-1}>
        <Outlet />
      </Main>
      {help.isOpen && <HelpPanel />}
      {!isWide && <BottomNavigation pathname={pathname} onMore={() => setOpen(true)} />}
      <CommandPalette open={isSearching} onOpenChange={setSearching} />
      {open && <NavigationDrawer onClose={() => setOpen(false)} pathname={pathname} />}
    </div>
  )
}

/** Bottom navigation on phones with the four pages that all users have. */
function BottomNavigation({ pathname, onMore }: { pathname: string; onMore: () => void }) {
  const here = findActivePath(pathname)
  const countsAt = useNavigationCounts()
  return (
    <nav className={s.bar} aria-label="Accesos rápidos">
      {listNavigationLinks('_user').map((place) => (
        <Link
          key={place.to}
          to={place.to}
          className={s.item}
          aria-label={countsAt(place).label}
          activeOptions={{ exact: true }}
          aria-current={place.to === here ? 'page' : undefined}
        >
          <Icon name={place.icon} />
          {place.short}
          <NavigationCount count={countsAt(place).count} />
        </Link>
      ))}
      <button type="button" className={s.item} onClick={onMore}>
        <Icon name="menu" />
        Más
      </button>
    </nav>
  )
}

function NavigationDrawer({ onClose, pathname }: { onClose: () => void; pathname: string }) {
  const box = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes it with Escape, which fires `cancel`
    <dialog
      ref={box}
      className={s.drawer}
      aria-label="Menú"
      onCancel={(event) => {
        // Ignores `cancel` events of dialogs opened inside the drawer.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className={s.inside}>
        <span className={s.close}>
          <IconButton icon="close" label="Cerrar el menú" onClick={onClose} />
        </span>
        <PortalContext value={box}>
          <Sidebar pathname={pathname} onGo={onClose} />
        </PortalContext>
      </div>
    </dialog>
  )
}

/** Moves focus to the page's search input on `/`, unless the user is typing. */
function useSearchShortcut() {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
      const at = event.target as HTMLElement
      if (at.isContentEditable || at.closest('input, textarea, select, dialog')) return
      const search = document.querySelector<HTMLInputElement>('main [data-search]')
      if (!search) return
      event.preventDefault()
      search.focus()
      search.select()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}

function TopBar({ onMenu, onSearch }: { onMenu: () => void; onSearch: () => void }) {
  return (
    <header className={s.topBar}>
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
