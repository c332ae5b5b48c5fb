import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'
import { useLayoutEffect } from 'react'
import { applyTheme, useTheme } from '../lib/theme.ts'
import { Toaster } from '../ui/overlay/toaster.tsx'
import { FocusTitleOnNavigation } from '../ui/page/focus-title-on-navigation.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Root })

function Root() {
  const theme = useTheme((state) => state.theme)
  useLayoutEffect(() => applyTheme(theme), [theme])
  return (
    <>
      <Outlet />
      <FocusTitleOnNavigation />
      <Toaster theme={theme} />
    </>
  )
}
