import { Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useHelp } from '../../../help/use-help.ts'
import { sweepLocal } from '../../../lib/local-store.ts'
import { useLive } from '../../../lib/realtime.ts'
import { whenCalm } from '../../../lib/when-calm.ts'
import { type Ending, useSessionWatch } from '../../../session/watch.ts'
import { Main } from '../../../ui/main.tsx'
import { loadMenu } from '../../../ui/menu.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { Drawer } from './drawer.tsx'
import s from './shell.module.css'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useSearchKey } from './use-search-key.ts'

const HelpPanel = lazy(() => import('../../../help/help-panel.tsx').then((module) => ({ default: module.HelpPanel })))

/** Layout around all pages of signed-in users. */
export function Shell() {
  const [open, setOpen] = useState(false)
  const { pathname } = useLocation()
  const help = useHelp()
  const navigate = useNavigate()
  const router = useRouter()
  const leave = useCallback(
    (ending: Ending) => {
      // Opens the dashboard if another user signed in in another tab, because the page belongs to the previous user.
      if (ending === 'replaced') return location.replace('/app/dashboard')
      const redirect = router.state.location.href
      void navigate({ to: '/auth/login', search: { redirect, ended: ending }, replace: true })
    },
    [navigate, router],
  )
  useSessionWatch(leave)
  useLive('settings', 'notices')
  useSearchKey()
  useEffect(() => whenCalm(() => void loadMenu().catch(() => undefined)), [])
  // Deletes expired local data of all users of this browser.
  useEffect(() => {
    void sweepLocal()
  }, [])
  return (
    <div className={s.shell} data-help={help.isOpen || undefined}>
      <a className={s.skip} href="#contenido">
        Saltar al contenido
      </a>
      <aside className={s.side}>
        <Sidebar pathname={pathname} />
      </aside>
      <TopBar onMenu={() => setOpen(true)} />
      <Main id="contenido" className={s.main} tabIndex={-1}>
        <Outlet />
      </Main>
      {help.isOpen && (
        <Suspense fallback={null}>
          <HelpPanel />
        </Suspense>
      )}
      <BottomBar pathname={pathname} onMore={() => setOpen(true)} />
      <Drawer open={open} onClose={() => setOpen(false)} pathname={pathname} />
    </div>
  )
}
