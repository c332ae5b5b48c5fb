import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deliveryStatePluralLabels, deliveryStates } from '../../../../domain/deliveries/delivery.ts'
import { formatNumber } from '../../../../lib/number-format.ts'
import { CorrectAddressesDialog } from '../../../../requests/delivery/correct-addresses-dialog.tsx'
import {
  batchDeliveriesQuery,
  failedDeliveriesQuery,
  maxListedAddresses,
  sendAgainMutation,
} from '../../../../requests/delivery/delivery-actions.tsx'
import { Button } from '../../../../ui/actions/button.tsx'
import { LinkButton } from '../../../../ui/actions/link-button.tsx'
import { Cluster } from '../../../../ui/page/cluster.tsx'
import { Panel } from '../../../../ui/page/panel.tsx'

/** Counts of the batch's deliveries by state, as links, and the repair of those that did not arrive. */
export function BatchDeliveries({ batch }: { batch: string }) {
  const { data: counts } = useQuery(batchDeliveriesQuery(batch))
  const [correcting, setCorrecting] = useState(false)
  const failed = (counts?.refused ?? 0) + (counts?.address ?? 0) + (counts?.unknown ?? 0)
  const { data: page } = useQuery({ ...failedDeliveriesQuery(batch), enabled: correcting })
  const sending = useMutation(sendAgainMutation)
  if (!counts || !deliveryStates.some((state) => counts[state])) return null
  return (
    <Panel
      title="Entrega"
      description="Cada persona recibe un correo con todos sus documentos del lote, cuando están listos."
      actions={deliveryStates.map(
        (state) =>
          counts[state] > 0 && (
            <LinkButton key={state} size="s" to="/app/request" search={{ batch, delivery: state }}>
              {deliveryStatePluralLabels[state]}: {formatNumber(counts[state])}
            </LinkButton>
          ),
      )}
    >
      {failed > 0 && (
        <Cluster>
          <span>
            {failed === 1 ? 'Un documento no llegó' : `${formatNumber(failed)} documentos no llegaron`}
            {counts.unknown > 0 ? ' o no se sabe:' : ':'}
          </span>
          <Button size="s" icon="edit" variant="primary" onClick={() => setCorrecting(true)}>
            {`Corregir correos (${formatNumber(Math.min(failed, maxListedAddresses))})`}
          </Button>
          <Button
            size="s"
            icon="send"
            pending={sending.isPending}
            onClick={() => sending.mutate({ filter: { batch, delivery: 'failed' }, expected: failed })}
          >
            {`Enviar de nuevo (${formatNumber(failed)})`}
          </Button>
        </Cluster>
      )}
      {correcting && page && (
        <CorrectAddressesDialog
          items={page.items.map(({ id, number, summary, recipient }) => ({
            id,
            label: `${number} · ${summary}`,
            email: recipient,
          }))}
          onClose={() => setCorrecting(false)}
        />
      )}
    </Panel>
  )
}
