import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../lib/number-format.ts'
import { Button } from '../ui/actions/button.tsx'
import { MutationDialog } from '../ui/overlay/mutation-dialog.tsx'
import { Cluster } from '../ui/page/layout.tsx'
import { Notice } from '../ui/state/screen-states.tsx'
import { changeUndeliveredMailsMutation } from './mutations.ts'

/** Number of undelivered mails, with buttons that send them again or discard them. */
export function UndeliveredMails({ count }: { count: number }) {
  const [isAsked, setAsked] = useState(false)
  const retrying = useMutation(changeUndeliveredMailsMutation('retry'))
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
        <MutationDialog
          mutation={changeUndeliveredMailsMutation('discard')}
          variables={undefined}
          danger
          onClose={() => setAsked(false)}
          title={`¿Descartar ${mails}?`}
          confirmLabel={`Descartar ${mails}`}
        >
          Sus destinatarios no los recibirán.
        </MutationDialog>
      )}
    </Notice>
  )
}
