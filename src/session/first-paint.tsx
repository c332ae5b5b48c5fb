import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { LoginForm } from './login-form.tsx'
import { PublicPage } from './public-page.tsx'
import { RegisterScreen } from './register-screen.tsx'

const nothing = () => undefined
const screens: Record<string, ReactNode> = {
  login: <LoginForm onIn={nothing} />,
  register: <RegisterScreen onDone={nothing} />,
}

/** Renders the sign-in and registration screens as HTML at build time. The browser shows them before any script runs. */
export function firstPaints(): Record<string, string> {
  return Object.fromEntries(Object.entries(screens).map(([name, screen]) => [name, markup(name, screen)]))
}

function markup(name: string, screen: ReactNode): string {
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: [`/auth/${name}`] }),
  })
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RouterContextProvider router={router}>
        <PublicPage>{screen}</PublicPage>
      </RouterContextProvider>
    </QueryClientProvider>,
  )
}
