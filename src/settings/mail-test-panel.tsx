import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MailTest, SetupState } from '../domain/settings/settings-output.ts'
import { describeError } from '../lib/api-error.ts'
import { useUser } from '../session/use-user.ts'
import { Button } from '../ui/actions/button.tsx'
import { DescriptionList } from '../ui/data/description-list.tsx'
import { Cluster, Stack } from '../ui/page/layout.tsx'
import { ErrorNotice, Notice } from '../ui/state/screen-states.tsx'
import { testMailMutation } from './mutations.ts'

interface Props {
  mail: SetupState['mail']
  /** Button after the test. */
  next?: ReactNode
  /** True after a mail was sent; `next` is then the primary action. */
  isSent?: boolean
}

/** Mail server and sender, and a test that sends a mail to the user's own address. */
export function MailTestPanel({ mail, next, isSent = false }: Props) {
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
      <ErrorNotice>{testing.error && describeError(testing.error)}</ErrorNotice>
      <Cluster>
        <Button
          variant={mail.server && !isSent ? 'primary' : 'secondary'}
          icon="send"
          pending={testing.isPending}
          onClick={() => testing.mutate()}
        >
          Enviar una prueba a {email}
        </Button>
        {next}
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
      <p>{describeAnswer(answer)}</p>
      <p>Corrija SMTP_HOST, SMTP_PORT, SMTP_USERNAME o SMTP_PASSWORD, y reinicie el servidor.</p>
    </Notice>
  )
}

/** Causes of a failed connection to the mail server, by part of the error message. */
const connectionErrors: readonly [part: string, cause: string][] = [
  ['connection refused', 'Ningún servidor de correo responde en esa dirección y puerto.'],
  ['no such host', 'Esa dirección no existe.'],
  ['timeout', 'El servidor de correo no respondió a tiempo.'],
]

function describeAnswer(answer: string): string {
  const cause = connectionErrors.find(([part]) => answer.includes(part))?.[1]
  return cause ? `${cause} (${answer})` : `Respuesta del servidor: ${answer}`
}
