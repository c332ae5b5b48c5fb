import { QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { guardTranslatedPage } from './lib/page-translation.ts'
import { queryClient } from './lib/query-client.ts'
import { routeTree } from './routeTree.gen.ts'
import { NotFound } from './ui/page/not-found.tsx'
import { PagePending } from './ui/page/page-pending.tsx'
import { RouteError } from './ui/page/route-error.tsx'
import './styles.css'

/** Time in ms after which a page that is still loading shows its frame. */
const pendingMs = 1_000

const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPreloadDelay: 50,
  // Disables the router's cache, because TanStack Query caches the data.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: pendingMs,
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

/** Resolves when the fonts that the HTML page preloads can be shown. */
const loadFonts = () =>
  Promise.allSettled(['Public Sans', 'Besley'].map((family) => document.fonts.load(`1em "${family}"`)))

async function start(root: HTMLElement) {
  // Loads the route before rendering, so that its first content takes one render. A prerendered screen is then replaced without a gap.
  const loaded = router.load()
  const isPrerendered = 'firstPaint' in document.documentElement.dataset
  // Without a prerendered screen, the frame of the page appears if loading takes longer. The page then waits for the fonts
  // too, because other fonts wrap lines elsewhere, and buttons would move.
  const waited = new Promise((resolve) => setTimeout(resolve, pendingMs))
  await (isPrerendered ? loaded : Promise.race([Promise.all([loaded, loadFonts()]), waited]))
  guardTranslatedPage()
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
