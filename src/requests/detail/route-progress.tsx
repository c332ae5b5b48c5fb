import { requestActions } from '../../domain/requests/actions.ts'
import type { RequestRoute, RouteStageState, StageDecision } from '../../domain/requests/request-route.ts'
import { formatDateTime } from '../../lib/date-format.ts'
import { cx } from '../../ui/cx.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { getPastVerb } from '../action-result.ts'
import { formatApprovers } from '../format-approvers.ts'
import s from './route-progress.module.css'

/** Panel with the approval steps: their states, current approvers and past decisions. */
export function RouteProgress({ steps }: Pick<RequestRoute, 'steps'>) {
  return (
    <Panel title="Aprobación">
      <ol className={s.steps}>
        {steps.map((step) => (
          <li
            key={step.position}
            className={cx(s.step, s[step.state])}
            aria-current={step.state === 'current' ? 'step' : undefined}
          >
            <span className={s.mark}>
              {icons[step.state] ? <Icon name={icons[step.state] ?? 'clock'} size={14} /> : step.position}
            </span>
            <div className={s.text}>
              <p className={s.name}>
                <strong>{step.name}</strong> {step.state === 'current' && <Badge tone="info">Ahora</Badge>}
              </p>
              <p className="text-tertiary">
                {step.state === 'skipped' ? 'No aplica a esta solicitud.' : formatApprovers(step)}
              </p>
              {step.decisions.map((decision) => (
                <p key={decision.created + decision.inPlaceOf} className="text-tertiary">
                  {formatDecision(decision)}
                </p>
              ))}
            </div>
          </li>
        ))}
      </ol>
      {steps.some(({ decisions }) => decisions.length > 0) && (
        <p className={s.readers}>Quien decidió un paso puede seguir leyendo esta solicitud.</p>
      )}
    </Panel>
  )
}

const icons: Partial<Record<RouteStageState['state'], IconName>> = {
  passed: 'check',
  current: 'clock',
  skipped: 'close',
}

function formatDecision({ action, personName, inPlaceOf, vacant, keyName, created }: StageDecision): string {
  const role = vacant ? ', como administrador' : inPlaceOf ? `, en lugar de ${inPlaceOf}` : ''
  const program = keyName && `, por medio de la clave «${keyName}»`
  const verb = action === 'approve' ? getPastVerb(action) : `La ${requestActions[action].texts.past}`
  return `${verb} ${personName}${role}${program}: ${formatDateTime(created)}`
}

/** Formats the current step: «Paso 2 de 3: Compras. »; empty if the request is at no step. */
export function formatCurrentStage(route: RequestRoute | undefined): string {
  const inForce = route?.steps.filter(({ state }) => state !== 'skipped') ?? []
  const at = inForce.findIndex(({ state }) => state === 'current')
  return at < 0 ? '' : `Paso ${at + 1} de ${inForce.length}: ${inForce[at]?.name}. `
}
