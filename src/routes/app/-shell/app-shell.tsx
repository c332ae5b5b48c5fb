import { Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { HelpPanel } from '../../../help/help-panel.tsx'
import { useHelpPanel } from '../../../help/use-help-panel.ts'
import { deleteExpiredLocalData } from '../../../lib/local-store.ts'
import { useRealtimeUpdates } from '../../../lib/realtime.ts'
import { type SessionEndReason, useSessionWatch } from '../../../session/session-watch.ts'
import { Main } from '../../../ui/page/main.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { CommandPalette } from '../-palette/command-palette.tsx'
import s from './app-shell.module.css'
import { BottomNavigation } from './bottom-navigation.tsx'
import { NavigationDrawer } from './navigation-drawer.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useSearchShortcut } from './use-search-shortcut.ts'

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
      <NavigationDrawer open={open} onClose={() => setOpen(false)} pathname={pathname} />
    </div>
  )
}
