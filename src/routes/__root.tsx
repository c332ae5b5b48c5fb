import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { markToasterReady } from '../lib/notify.ts'
import { runWhenIdle } from '../lib/run-when-idle.ts'
import { applyTheme, type Theme, useTheme } from '../lib/theme.ts'
import { FocusTitleOnNavigation } from '../ui/page/focus-title-on-navigation.tsx'
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
      return (await import('../ui/overlay/toaster.tsx')).Toaster
    } catch {
      await new Promise((resolve) => {
        addEventListener('online', resolve, { once: true })
        setTimeout(resolve, maxPauseMs)
      })
      reloadFailedStyles()
    }
  }
}

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Root })

function Root() {
  const theme = useTheme((state) => state.theme)
  useLayoutEffect(() => applyTheme(theme), [theme])
  const [calm, setCalm] = useState(false)
  useEffect(() => runWhenIdle(() => setCalm(true)), [])
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
