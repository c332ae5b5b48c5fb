import { MailTestPanel } from '../../../settings/mail-test-panel.tsx'
import { Button } from '../../../ui/button.tsx'
import type { SetupStepProps } from './setup-step-props.ts'

export function MailStep({ setup: { mail, steps }, onNext, later }: SetupStepProps) {
  const isSent = steps.mail === 'done'
  const next = (
    <Button variant="primary" onClick={() => void onNext()}>
      Seguir
    </Button>
  )
  return <MailTestPanel mail={mail} isSent={isSent} next={isSent ? next : later} />
}
