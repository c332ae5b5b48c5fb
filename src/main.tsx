import './styles.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { showWebFonts } from './lib/loading/show-web-fonts.ts'
import { guardTranslatedPage } from './lib/page-translation.ts'
import { queryClient } from './lib/query-client.ts'
import { routeTree } from './routeTree.gen.ts'
import { NotFound } from './ui/page/not-found.tsx'
import { PagePending } from './ui/page/page-pending.tsx'
import { RouteError } from './ui/page/route-error.tsx'

const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadDelay: 50,
  // Disables the router's cache, because TanStack Query caches the data.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 1_000,
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

// Renames the error of missing code. Otherwise the router would reload the page at once, even if no server responds. `RouteError` checks that before.
addEventListener('vite:preloadError', ({ payload }) => {
  payload.message = `Missing module: ${payload.message}`
})

const root = document.getElementById('root')
if (root) {
  guardTranslatedPage()
  void showWebFonts()
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
