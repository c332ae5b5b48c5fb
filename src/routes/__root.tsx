import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet, useRouter } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { markToasterReady } from '../lib/notify.ts'
import { runWhenIdle } from '../lib/run-when-idle.ts'
import { applyTheme, type Theme, useTheme } from '../lib/theme.ts'
import { loadWebFonts, showLoadedWebFonts } from '../lib/web-fonts.ts'
import { FocusTitleOnNavigation } from '../ui/focus-title-on-navigation.tsx'
import { reloadFailedStyles } from '../ui/reload-styles.ts'

const Toaster = lazy<ComponentType<{ theme: Theme; onReady: () => void }>>(async () => ({
  default: await loadToaster(),
}))

/** Maximum pause in ms before a failed load is repeated. */
const maxPauseMs = 30_000

/** Repeats a failed load, because messages wait for the toaster. */
async function loadToaster() {
  for (;;) {
    try {
      return (await import('../ui/toaster.tsx')).Toaster
    } catch {
      await new Promise((resolve) => {
        addEventListener('online', resolve, { once: true })
        setTimeout(resolve, maxPauseMs)
      })
      reloadFailedStyles()
    }
  }
}

/** Delay in ms after which the web fonts load. */
const fontDelayMs = 4_000

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Root })

function Root() {
  const theme = useTheme((state) => state.theme)
  useLayoutEffect(() => applyTheme(theme), [theme])
  const [calm, setCalm] = useState(false)
  useEffect(() => runWhenIdle(() => setCalm(true)), [])
  const router = useRouter()
  useEffect(() => {
    const stopShowing = router.subscribe('onRendered', ({ pathChanged }) => pathChanged && showLoadedWebFonts())
    // Does not load them at the first press, because the page that it opens needs the line.
    const timer = setTimeout(() => void loadWebFonts(), fontDelayMs)
    return () => {
      stopShowing()
      clearTimeout(timer)
    }
  }, [router])
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
