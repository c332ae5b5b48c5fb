import type { ReactNode } from 'react'
import type { CallerCounts } from '../../domain/requests/counts.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Panel } from '../../ui/panel.tsx'

/** Empty state for users without pending work; explains what will appear here. */
export function NoPendingWork({ counts }: { counts: CallerCounts }) {
  const { title, text } = textsByRole[getRole(counts)]
  return (
    <Panel>
      <EmptyState icon="approve" title={title}>
        {text}
      </EmptyState>
    </Panel>
  )
}

const getRole = ({ admin, decide }: CallerCounts) => (admin ? 'admin' : decide ? 'decider' : 'owner')

const textsByRole = {
  admin: {
    title: 'Todo está al día',
    text: 'No hay solicitudes por revisar, cuentas por activar ni documentos con error. Las novedades aparecerán aquí.',
  },
  decider: {
    title: 'No tiene decisiones pendientes',
    text: 'Aquí aparecerán las solicitudes que deba decidir o corregir.',
  },
  owner: {
    title: 'No tiene nada por hacer',
    text: 'Si le devuelven una solicitud para corregir, aparecerá aquí.',
  },
} as const

/** Empty state for new users, and for administrators until the first request is created. `example`: link to an example, for administrators. */
export function GettingStarted({ example }: { example?: ReactNode }) {
  return (
    <Panel>
      <EmptyState
        icon="format"
        title="Aún no hay solicitudes"
        action={
          <>
            <LinkButton to="/app/request/create" search={{}} variant="primary" icon="plus">
              Hacer la primera solicitud
            </LinkButton>
            {example}
          </>
        }
      >
        {example
          ? 'Los formatos ya están publicados. Haga una solicitud, o vea antes un documento de ejemplo.'
          : 'Elija un formato, diligencie los datos y envíe la solicitud. Aquí verá en qué va.'}
      </EmptyState>
    </Panel>
  )
}
