import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { describeError } from '../lib/error-message.ts'
import { formatCount } from '../lib/number-format.ts'
import { Button } from '../ui/actions/button.tsx'
import { ConfirmDialog } from '../ui/overlay/confirm-dialog.tsx'
import { Cluster } from '../ui/page/cluster.tsx'
import { Notice } from '../ui/state/notice.tsx'
import { changeUndeliveredMailsMutation } from './mutations.ts'

/** Number of undelivered mails, with buttons that send them again or discard them. */
export function UndeliveredMails({ count }: { count: number }) {
  const [isAsked, setAsked] = useState(false)
  const retrying = useMutation(changeUndeliveredMailsMutation('retry'))
  const discarding = useMutation(changeUndeliveredMailsMutation('discard'))
  const mails = formatCount(count, 'correo', 'correos')
  return (
    <Notice
      tone="warning"
      title={`${mails} sin entregar`}
      action={
        <Cluster>
          <Button pending={retrying.isPending} onClick={() => retrying.mutate()}>
            Reintentar
          </Button>
          <Button onClick={() => setAsked(true)}>Descartar</Button>
        </Cluster>
      }
    >
      Se reintentan solos durante tres días y se guardan un mes. Envíe una prueba para ver qué responde el servidor.
      {isAsked && (
        <ConfirmDialog
          open
          danger
          onClose={() => setAsked(false)}
          onConfirm={() => discarding.mutate(undefined, { onSuccess: () => setAsked(false) })}
          title={`¿Descartar ${mails}?`}
          confirmLabel={`Descartar ${mails}`}
          pending={discarding.isPending}
          error={discarding.error ? describeError(discarding.error) : undefined}
        >
          Sus destinatarios no los recibirán.
        </ConfirmDialog>
      )}
    </Notice>
  )
}
