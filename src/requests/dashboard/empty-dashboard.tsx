import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { CallerCounts } from '../../domain/requests/counts.ts'
import { LinkButton } from '../../ui/actions/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import s from '../../ui/page/link-list.module.css'
import { EmptyState } from '../../ui/state/screen-states.tsx'

interface Act {
  to: LinkProps['to']
  search?: object
  icon: IconName
  name: string
  text: string
}

const commonActs: readonly Act[] = [
  {
    to: '/app/request/create',
    icon: 'plus',
    name: 'Nueva solicitud',
    text: 'Elija un formato y diligencie los datos.',
  },
  {
    to: '/app/request/create-batch',
    icon: 'upload',
    name: 'Nuevo lote',
    text: 'Cargue una hoja de cálculo: cada fila es una solicitud.',
  },
]

const actsByRole = {
  admin: { to: '/app/format', icon: 'format', name: 'Formatos', text: 'Cree un formato o cambie uno publicado.' },
  approver: {
    to: '/app/request',
    search: { mine: 'decided' },
    icon: 'approve',
    name: 'Decididas por mí',
    text: 'Consulte lo que aprobó, devolvió o rechazó.',
  },
  requester: {
    to: '/verificar',
    icon: 'search',
    name: 'Comprobar un documento',
    text: 'Con el código que lleva impreso o con su archivo.',
  },
} as const satisfies Record<string, Act>

/** Panel of users without pending work: what they may do next. */
export function NextActs({ counts: { admin, decide } }: { counts: CallerCounts }) {
  return (
    <Panel flush title="Está al día">
      <ul className="divided">
        {[...commonActs, actsByRole[admin ? 'admin' : decide ? 'approver' : 'requester']].map((act: Act) => (
          <li key={act.name} className={s.line}>
            <Link to={act.to} search={(act.search ?? {}) as never} className={s.link}>
              <Icon name={act.icon} />
              <span className={s.text}>
                <span className={s.name}>{act.name}</span>
                <span className="text-tertiary wrap-anywhere">{act.text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

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
              Crear una solicitud
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
