import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { Button } from '../actions/button.tsx'
import { EmptyState } from '../state/screen-states.tsx'
import { PageTitle } from './layout.tsx'
import { Main } from './main.tsx'
import { PagePending } from './page-pending.tsx'
import s from './route-error.module.css'

export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const [shown, setShown] = useState(false)
  const [isOffline] = useState(!navigator.onLine)
  const [server, setServer] = useState<'checking' | 'unreachable' | null>(() =>
    !isOffline && isChunkLoadError(error) && !wasJustReloaded() ? 'checking' : null,
  )
  function retry() {
    if (isChunkLoadError(error)) return location.reload()
    reset()
    void router.invalidate()
  }
  // Reloads the page by itself if the server responds, because the files of a page change when the server is updated.
  useEffect(() => {
    if (server !== 'checking') return
    let isLeft = false
    function end(isReachable: boolean) {
      if (isLeft) return
      if (isReachable) location.reload()
      else setServer('unreachable')
    }
    fetch('/api/health', { signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => end(ok),
      () => end(false),
    )
    return () => {
      isLeft = true
    }
  }, [server])
  // Waits before reloading, because the first requests after the event may still fail.
  // biome-ignore lint/correctness/useExhaustiveDependencies: subscribes once
  useEffect(() => {
    const retrySoon = () => setTimeout(retry, 2_000)
    addEventListener('online', retrySoon)
    return () => removeEventListener('online', retrySoon)
  }, [])
  if (server === 'checking')
    return (
      <Main>
        <PagePending />
      </Main>
    )
  return (
    <Main>
      <EmptyState
        icon="alert"
        title={<PageTitle>{isOffline ? 'Sin conexión' : 'Something went wrong!'}</PageTitle>}
        action={
          !isOffline && (
            <>
              <Button variant="primary" icon="refresh" onClick={retry}>
                Intentar de nuevo
              </Button>
              <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
                {shown ? 'Hide Error' : 'Show Error'}
              </Button>
            </>
          )
        }
      >
        {isOffline ? 'Se abrirá sola al volver la conexión.' : getAdvice(error, server === 'unreachable')}
        {shown && <pre className={s.error}>{error instanceof Error ? error.message : String(error)}</pre>}
      </EmptyState>
    </Main>
  )
}

/** Returns whether the page was reloaded in the last minute, so that it does not reload again and again. */
function wasJustReloaded(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'reload' && performance.now() < 60_000
}

/** Whether a lazy-loaded module is missing: the browser is offline, or a newer version was deployed. */
function isChunkLoadError(error: unknown): boolean {
  return error instanceof Error && /\bmodule\b/i.test(error.message)
}

function getAdvice(error: unknown, isServerUnreachable: boolean): string {
  const unanswered = isServerUnreachable || (error instanceof Error && 'status' in error && error.status === 0)
  if (unanswered) return 'No hay conexión con el servidor. Los datos guardados no se perdieron.'
  if (isChunkLoadError(error)) return 'Hay una versión nueva de la página. Inténtelo de nuevo para abrirla.'
  return 'La página no se pudo mostrar. Los datos guardados no se perdieron.'
}
