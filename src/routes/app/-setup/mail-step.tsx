import { useMutation } from '@tanstack/react-query'
import { MailTestPanel } from '../../../settings/mail-test-panel.tsx'
import { confirmSetupMutation } from '../../../settings/setup-queries.ts'
import { Button } from '../../../ui/actions/button.tsx'
import type { SetupStepProps } from './setup-step-props.ts'

export function MailStep({ setup: { mail, steps }, onNext, later }: SetupStepProps) {
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
