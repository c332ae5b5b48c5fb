import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { LoginForm } from './login-form.tsx'
import { PublicLayout } from './public-layout.tsx'
import { RegisterScreen } from './register-screen.tsx'

const doNothing = () => undefined
const screens: Record<string, ReactNode> = {
  login: <LoginForm onIn={doNothing} />,
  register: <RegisterScreen onDone={doNothing} />,
}

/** Renders the sign-in and registration screens as HTML at build time. The browser shows them before any script runs. */
export function renderSignInScreens(): Record<string, string> {
  return Object.fromEntries(Object.entries(screens).map(([name, screen]) => [name, renderMarkup(name, screen)]))
}

function renderMarkup(name: string, screen: ReactNode): string {
  const router = createRouter({
    routeTree: createRootRoute(),
    history: createMemoryHistory({ initialEntries: [`/auth/${name}`] }),
  })
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <RouterContextProvider router={router}>
        <PublicLayout>{screen}</PublicLayout>
      </RouterContextProvider>
    </QueryClientProvider>,
  )
}
