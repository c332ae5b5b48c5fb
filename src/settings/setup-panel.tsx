import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SetupState } from '../domain/settings/settings-output.ts'
import { setupSteps } from '../domain/settings/setup-step.ts'
import { Button, LinkButton } from '../ui/actions/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Panel } from '../ui/page/layout.tsx'
import { confirmSetupMutation } from './queries.ts'
import s from './setup-panel.module.css'
import { setupStepLabels } from './setup-step-labels.ts'

/** Panel of the setup steps that are still open; renders nothing if there are none. */
export function SetupPanel({ steps }: { steps: SetupState['steps'] }) {
  const dismissing = useMutation(confirmSetupMutation)
  const open = setupSteps.filter((step) => steps[step] === 'open')
  const [first] = open
  if (!first) return null
  return (
    <Panel
      title="Termine de preparar la instalación"
      description="Cinco pasos cortos. Cada uno puede quedar para después."
      actions={
        <>
          <Button size="s" variant="quiet" pending={dismissing.isPending} onClick={() => dismissing.mutate(open)}>
            No mostrar más
          </Button>
          <LinkButton size="s" to="/app/setup" search={{ step: first }}>
            Continuar
          </LinkButton>
        </>
      }
    >
      <ol className={s.steps}>
        {setupSteps.map((step) => (
          <li key={step} className={s.step} data-done={steps[step] === 'done' || undefined}>
            <span className={s.mark}>{steps[step] === 'done' && <Icon name="check" size={14} />}</span>
            <Link to="/app/setup" search={{ step }}>
              {setupStepLabels[step].name}
            </Link>
            {steps[step] === 'done' && <span className="visually-hidden">(hecho)</span>}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
