import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react'
import { toasterIsThere } from '../lib/notify.ts'
import { type Theme, useTheme } from '../lib/theme.ts'
import { whenCalm } from '../lib/when-calm.ts'
import { FocusTitle } from '../ui/focus-title.tsx'

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
  const [calm, setCalm] = useState(false)
  useEffect(() => whenCalm(() => setCalm(true)), [])
  return (
    <>
      <Outlet />
      <FocusTitle />
      {calm && (
        <Suspense fallback={null}>
          <Toaster theme={theme} onReady={toasterIsThere} />
        </Suspense>
      )}
    </>
  )
}
