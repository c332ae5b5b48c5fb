import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { type SetupStep, setupSteps } from '../../../domain/settings/setup-step.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useRealtimeUpdates } from '../../../lib/realtime.ts'
import { dashboardQuery } from '../../../requests/queries.ts'
import { MailTestPanel } from '../../../settings/mail-test-panel.tsx'
import { confirmSetupMutation, settingsQuery } from '../../../settings/queries.ts'
import { setupStepLabels } from '../../../settings/setup-step-labels.ts'
import { Button, LinkButton } from '../../../ui/actions/button.tsx'
import { Cluster, PageHeader, Panel, Stack } from '../../../ui/page/layout.tsx'
import { Stepper } from '../../../ui/page/stepper.tsx'
import { InviteDialog } from '../../../users/invite-dialog.tsx'
import { ExampleDocumentLink } from './example-document-link.tsx'
import { FormatsStep } from './formats-step.tsx'
import { OrganisationStep } from './organisation-step.tsx'
import s from './setup-page.module.css'
import type { SetupStepProps } from './setup-step-props.ts'
import { SignatoryStep } from './signatory-step.tsx'

const stepComponents: Record<SetupStep, ComponentType<SetupStepProps>> = {
  organisation: OrganisationStep,
  signatory: SignatoryStep,
  formats: FormatsStep,
  mail: MailStep,
  people: PeopleStep,
}

/** Setup assistant of a new installation, shown after the first account was created. Each step is saved separately. */
export function SetupPage() {
  const { admin } = useSuspenseQuery(dashboardQuery).data
  const { step = setupSteps[0] } = useSearch({ from: '/app/setup' })
  const navigate = useNavigate()
  useRealtimeUpdates('users')
  if (!admin) return null
  const { setup } = admin
  const { steps } = setup
  const place = setupSteps.indexOf(step)
  const StepForm = stepComponents[step]

  async function openNext() {
    await queryClient.invalidateQueries({ queryKey: dashboardQuery.queryKey })
    const now = queryClient.getQueryData(dashboardQuery.queryKey)?.admin?.setup.steps
    const next = setupSteps.slice(place + 1).find((name) => now?.[name] === 'open')
    await navigate(next ? { to: '/app/setup', search: { step: next } } : { to: '/app/dashboard' })
  }

  return (
    <Stack gap={5}>
      <PageHeader
        title={setupStepLabels[step].name}
        eyebrow={`Preparar la instalación, paso ${place + 1} de ${setupSteps.length}`}
        description={setupStepLabels[step].purpose}
      />
      <Stepper
        label="Pasos de la preparación"
        steps={setupSteps.map((name) => setupStepLabels[name].name)}
        current={place}
        done={setupSteps.map((name) => steps[name] === 'done')}
        renderLink={(index, content) => (
          <Link to="/app/setup" search={{ step: setupSteps[index] ?? step }}>
            {content}
          </Link>
        )}
      />
      <Panel key={step} className={s.step}>
        <StepForm
          setup={setup}
          onNext={openNext}
          later={
            <Button variant="quiet" onClick={() => void openNext()}>
              {steps[step] === 'open' ? 'Dejar para después' : 'Siguiente'}
            </Button>
          }
        />
      </Panel>
      <Cluster gap={4}>
        <ExampleDocumentLink />
        <Link to="/app/dashboard">Ir al panel</Link>
      </Cluster>
    </Stack>
  )
}

function MailStep({ setup: { mail, steps }, onNext, later }: SetupStepProps) {
  const isSent = steps.mail === 'done'
  const accepting = useMutation({ ...confirmSetupMutation, onSuccess: onNext })
  const next = (
    <Button variant="primary" onClick={() => void onNext()}>
      Seguir
    </Button>
  )
  const noServer = !mail.server && (
    <Button variant="primary" pending={accepting.isPending} onClick={() => accepting.mutate(['mail'])}>
      Por ahora en archivos
    </Button>
  )
  return (
    <MailTestPanel
      mail={mail}
      isSent={isSent}
      next={
        isSent ? (
          next
        ) : (
          <>
            {noServer}
            {later}
          </>
        )
      }
    />
  )
}

function PeopleStep({ setup: { mail, steps }, onNext, later }: SetupStepProps) {
  const [isInviting, setInviting] = useState(false)
  const isDone = steps.people === 'done'
  const isOpen = useQuery(settingsQuery()).data?.registration === 'open'
  return (
    <Stack>
      <p>
        {isDone ? 'Ya hay otras personas con cuenta.' : 'Cada persona recibe un correo para elegir su contraseña.'}{' '}
        <Link to="/app/user-managment">Ver los usuarios</Link>
      </p>
      {isOpen && (
        <p>
          Para muchas personas, comparta la dirección del registro: <code>{`${location.origin}/auth/register`}</code>.
          Cada una crea su cuenta y usted la activa.
        </p>
      )}
      {!mail.server && <p>Sin servidor de correo, la invitación queda en la carpeta outbox del servidor.</p>}
      <Cluster>
        <Button variant={isDone ? 'secondary' : 'primary'} icon="mail" onClick={() => setInviting(true)}>
          {isDone ? 'Invitar a otra persona' : 'Invitar a una persona'}
        </Button>
        <LinkButton to="/app/user-managment/import">Importar personas</LinkButton>
        {isDone ? (
          <Button variant="primary" onClick={() => void onNext()}>
            Terminar
          </Button>
        ) : (
          later
        )}
      </Cluster>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Stack>
  )
}
