import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { LoginForm } from './login-form.tsx'
import { Sheet } from './sheet.tsx'

/** The sign-in page as markup, for the build to put into `index.html`: it is seen before any script has run. */
export function firstPaint(): string {
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: ['/auth/login'] }),
  })
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RouterContextProvider router={router}>
        <Sheet>
          <LoginForm onIn={() => undefined} />
        </Sheet>
      </RouterContextProvider>
    </QueryClientProvider>,
  )
}
