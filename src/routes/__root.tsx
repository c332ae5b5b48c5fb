import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { markToasterReady } from '../lib/notify.ts'
import { runAfterPaint, runWhenIdle } from '../lib/run-when-idle.ts'
import { applyTheme, type Theme, useTheme } from '../lib/theme.ts'
import { addWebFonts } from '../lib/web-fonts.ts'
import { FocusTitleOnNavigation } from '../ui/focus-title-on-navigation.tsx'

const Toaster = lazy<ComponentType<{ theme: Theme; onReady: () => void }>>(() =>
  import('../ui/toaster.tsx').then(
    (module) => ({ default: module.Toaster }),
    // Renders the page without toasts if their module fails to load.
    () => ({ default: () => null }),
  ),
)

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Root })

function Root() {
  const theme = useTheme((state) => state.theme)
  useLayoutEffect(() => applyTheme(theme), [theme])
  const [calm, setCalm] = useState(false)
  useEffect(() => runWhenIdle(() => setCalm(true)), [])
  useEffect(() => runAfterPaint(addWebFonts), [])
  return (
    <>
      <Outlet />
      <FocusTitleOnNavigation />
      {calm && (
        <Suspense fallback={null}>
          <Toaster theme={theme} onReady={markToasterReady} />
        </Suspense>
      )}
    </>
  )
}
