import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { signatureStateLabels } from '../../domain/links/signing.ts'
import type { OutsideSignature } from '../../domain/links/signing-output.ts'
import type { Request } from '../../domain/requests/request-output.ts'
import { formatDate, formatDateTime } from '../../lib/date-format.ts'
import { Button, IconButton } from '../../ui/actions/button.tsx'
import { RecordLine } from '../../ui/data/record-line.tsx'
import { StateBadge } from '../../ui/data/state-badge.tsx'
import { MutationDialog } from '../../ui/overlay/mutation-dialog.tsx'
import { Cluster, Panel, Stack } from '../../ui/page/layout.tsx'
import { CorrectAddressesDialog } from './correct-addresses-dialog.tsx'
import { askSignersMutation, cancelSigningMutation, correctSignerMutation } from './link-actions.tsx'

/** Panel with the signatures of people without an account, and the means to ask again, correct an address or cancel. */
export function SigningPanel({ request, signatures }: { request: Request; signatures: readonly OutsideSignature[] }) {
  const [opened, setOpened] = useState<OutsideSignature | 'cancel' | null>(null)
  const asking = useMutation(askSignersMutation)
  const close = () => setOpened(null)
  const missing = signatures.filter(({ state }) => state !== 'signed')
  const isOver = missing.some(({ state }) => ['refused', 'expired', 'cancelled'].includes(state))
  const isOpen = missing.length > 0 && request.finality === 'preliminary' && !request.annulledAt
  return (
    <Panel title="Firmas" description={`${signatures.length - missing.length} de ${signatures.length} firmaron.`}>
      <Stack gap={3}>
        <ul>
          {signatures.map((one) => (
            <RecordLine key={one.id} name={`${one.name || one.email}, ${one.role}`} details={describeSignature(one)}>
              <StateBadge {...signatureStateLabels[one.state]} />
              {isOpen && one.state !== 'signed' && (
                <IconButton
                  icon="edit"
                  size="s"
                  label={`Corregir el correo de ${one.role}`}
                  onClick={() => setOpened(one)}
                />
              )}
            </RecordLine>
          ))}
        </ul>
        {isOpen && (
          <Cluster gap={2}>
            <Button icon="send" pending={asking.isPending} onClick={() => asking.mutate({ ids: [request.id] })}>
              {isOver ? 'Pedir las firmas de nuevo' : 'Recordar'}
            </Button>
            {!isOver && <Button onClick={() => setOpened('cancel')}>Cancelar firmas</Button>}
          </Cluster>
        )}
      </Stack>
      {opened === 'cancel' && (
        <MutationDialog
          title="¿Cancelar las firmas que faltan?"
          confirmLabel="Cancelar firmas"
          danger
          mutation={cancelSigningMutation}
          variables={{ ids: [request.id] }}
          onClose={close}
        >
          <p>Los enlaces dejan de servir y el documento sigue preliminar. Las firmas hechas se conservan.</p>
        </MutationDialog>
      )}
      {opened && opened !== 'cancel' && (
        <CorrectAddressesDialog
          items={[{ id: opened.id, label: 'Correo', email: opened.email }]}
          title={`Corregir el correo de ${opened.role}`}
          subject="La petición"
          mutation={correctSignerMutation}
          onClose={close}
        />
      )}
    </Panel>
  )
}

/** Returns what happened last: `ana@acme.co · Firmó el 3/03/2026, 4:05 p. m.` */
function describeSignature(one: OutsideSignature): string {
  const { state, email, error, reason, sentAt, openedAt, answeredAt, expires } = one
  const until = expires && `Vence el ${formatDate(expires)}`
  const latest = {
    turn: 'Se le pedirá cuando firme la persona anterior',
    waiting: 'Sale en unos minutos',
    sent: `Enviado el ${formatDateTime(sentAt)}`,
    opened: `Abierto el ${formatDateTime(openedAt)}`,
    undelivered: error,
    signed: `El ${formatDateTime(answeredAt)}`,
    refused: `El ${formatDateTime(answeredAt)}: ${reason}`,
    expired: `El ${formatDate(expires)}`,
    cancelled: '',
  }[state]
  const isAsked = state === 'sent' || state === 'opened' || state === 'undelivered'
  return [email, latest, isAsked && until].filter(Boolean).join(' · ')
}
