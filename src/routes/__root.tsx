import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useTheme } from '../lib/theme.ts'
import { FocusTitle } from '../ui/focus-title.tsx'

const Toaster = lazy(() => import('../ui/toaster.tsx').then((module) => ({ default: module.Toaster })))

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Root })

function Root() {
  const theme = useTheme((state) => state.theme)
  return (
    <>
      <Outlet />
      <FocusTitle />
      <Suspense fallback={null}>
        <Toaster theme={theme} />
      </Suspense>
    </>
  )
}
