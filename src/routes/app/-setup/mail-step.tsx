import { useMutation } from '@tanstack/react-query'
import type { MailTest } from '../../../domain/settings/setup-step.ts'
import { describeError } from '../../../lib/error-message.ts'
import { useUser } from '../../../session/use-user.ts'
import { testMailMutation } from '../../../settings/setup-queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Cluster } from '../../../ui/cluster.tsx'
import { DescriptionList } from '../../../ui/description-list.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Stack } from '../../../ui/stack.tsx'
import type { SetupStepProps } from './setup-step-props.ts'

export function MailStep({ setup: { mail, steps }, onNext, later }: SetupStepProps) {
  const { email } = useUser()
  const testing = useMutation(testMailMutation)
  return (
    <Stack>
      {mail.server ? (
        <DescriptionList
          items={[
            { term: 'Servidor', value: mail.server },
            { term: 'Remitente', value: mail.sender },
          ]}
        />
      ) : (
        <Notice tone="warning" title="No hay servidor de correo">
          Los correos quedan en la carpeta outbox del servidor. Para enviarlos, defina SMTP_HOST, SMTP_PORT,
          SMTP_USERNAME y SMTP_PASSWORD, y reinicie el servidor.
        </Notice>
      )}
      {testing.data && <MailTestNotice {...testing.data} />}
      {testing.error && (
        <Notice tone="danger" live>
          {describeError(testing.error)}
        </Notice>
      )}
      <Cluster>
        <Button
          variant={mail.server ? 'primary' : 'secondary'}
          icon="send"
          pending={testing.isPending}
          onClick={() => testing.mutate()}
        >
          Enviar una prueba a {email}
        </Button>
        {steps.mail === 'done' ? <Button onClick={() => void onNext()}>Seguir</Button> : later}
      </Cluster>
    </Stack>
  )
}

function MailTestNotice({ result, to, answer }: MailTest) {
  if (result === 'sent')
    return (
      <Notice tone="success" title="El servidor de correo aceptó el mensaje" live>
        Busque «Prueba de correo» en la bandeja de {to}.
      </Notice>
    )
  if (result === 'saved')
    return (
      <Notice tone="neutral" live>
        La prueba quedó en la carpeta outbox del servidor; no se envió.
      </Notice>
    )
  return (
    <Notice tone="danger" title="El correo no se pudo enviar" live>
      Respuesta del servidor: {answer}
    </Notice>
  )
}
