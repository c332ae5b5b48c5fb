import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './lib/query-client.ts'
import { routeTree } from './routeTree.gen.ts'
import { NotFound } from './ui/not-found.tsx'
import { PagePending } from './ui/page-pending.tsx'
import { RouteError } from './ui/route-error.tsx'
import './styles.css'

const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadDelay: 50,
  // Disables the router's cache, because TanStack Query caches the data.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 1000,
  defaultPendingMinMs: 500,
  // Drops URL parameters that no page declares, because no page would validate them.
  search: { strict: true },
  scrollRestoration: true,
  trailingSlash: 'preserve',
  defaultPendingComponent: PagePending,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: NotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

async function start(root: HTMLElement) {
  // Loads the route before rendering if a prerendered screen is visible, so that the screen is replaced without a gap.
  if ('firstPaint' in document.documentElement.dataset) await router.load()
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (root) void start(root)
