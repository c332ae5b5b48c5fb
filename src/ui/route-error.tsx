import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { PageTitle } from './page-title.tsx'
import s from './route-error.module.css'

export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const [shown, setShown] = useState(false)
  return (
    <main>
      <EmptyState
        icon="alert"
        title={<PageTitle>Something went wrong!</PageTitle>}
        action={
          <>
            <Button
              variant="primary"
              icon="refresh"
              onClick={() => {
                reset()
                void router.invalidate()
              }}
            >
              Intentar de nuevo
            </Button>
            <Button aria-expanded={shown} onClick={() => setShown(!shown)}>
              {shown ? 'Hide Error' : 'Show Error'}
            </Button>
          </>
        }
      >
        La página no se pudo mostrar. Lo que ya estaba guardado sigue guardado.
        {shown && <pre className={s.error}>{error instanceof Error ? error.message : String(error)}</pre>}
      </EmptyState>
    </main>
  )
}
