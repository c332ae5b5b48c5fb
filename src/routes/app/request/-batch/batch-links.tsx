import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deliveryStateLabels, deliveryStates } from '../../../../domain/deliveries/delivery.ts'
import { missingSigningStates, signingStateLabels, signingStates } from '../../../../domain/links/signing.ts'
import { formatNumber } from '../../../../lib/number-format.ts'
import { CorrectAddressesDialog, toAddressItem } from '../../../../requests/links/correct-addresses-dialog.tsx'
import {
  askSignersMutation,
  batchDeliveriesQuery,
  batchSignaturesQuery,
  correctAddressesMutation,
  failedDeliveriesQuery,
  maxListedAddresses,
  sendAgainMutation,
} from '../../../../requests/links/link-actions.tsx'
import type { RequestListSearchParams } from '../../../../requests/list-search.ts'
import { Button, LinkButton } from '../../../../ui/actions/button.tsx'
import { Cluster, Panel } from '../../../../ui/page/layout.tsx'

/** Counts of the batch's deliveries by state, as links, and the repair of those that did not arrive. */
export function BatchDeliveries({ batch }: { batch: string }) {
  const { data: counts } = useQuery(batchDeliveriesQuery(batch))
  const [correcting, setCorrecting] = useState(false)
  const { data: page } = useQuery({ ...failedDeliveriesQuery(batch), enabled: correcting })
  const sending = useMutation(sendAgainMutation)
  if (!counts || !deliveryStates.some((state) => counts[state])) return null
  const failed = counts.refused + counts.address + counts.unknown
  return (
    <Panel
      title="Entrega"
      description="Cada persona recibe un correo con todos sus documentos del lote, cuando están listos."
      actions={deliveryStates.map((state) => (
        <CountLink
          key={state}
          label={deliveryStateLabels[state].plural}
          count={counts[state]}
          search={{ batch, delivery: state }}
        />
      ))}
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
          items={page.items.map(toAddressItem)}
          mutation={correctAddressesMutation}
          onClose={() => setCorrecting(false)}
        />
      )}
    </Panel>
  )
}

/** Counts of the batch's documents by state of their signatures, as links, and the reminder of those that are missing. */
export function BatchSignatures({ batch }: { batch: string }) {
  const { data: counts } = useQuery(batchSignaturesQuery(batch))
  const asking = useMutation(askSignersMutation)
  if (!counts || !signingStates.some((state) => counts[state])) return null
  const missing = missingSigningStates.reduce((sum, state) => sum + counts[state], 0)
  return (
    <Panel
      title="Firmas"
      actions={signingStates.map((state) => (
        <CountLink
          key={state}
          label={signingStateLabels[state].plural}
          count={counts[state]}
          search={{ batch, signing: state }}
        />
      ))}
    >
      {missing > 0 && (
        <Cluster>
          <span>
            {missing === 1
              ? 'Falta una firma o más en un documento:'
              : `Faltan firmas en ${formatNumber(missing)} documentos:`}
          </span>
          <Button
            size="s"
            icon="send"
            pending={asking.isPending}
            onClick={() => asking.mutate({ filter: { batch, signing: 'missing' }, expected: missing })}
          >
            {`Recordar (${formatNumber(missing)})`}
          </Button>
          <LinkButton size="s" variant="quiet" to="/app/request" search={{ batch, signing: 'missing' }}>
            Ver los que faltan
          </LinkButton>
        </Cluster>
      )}
    </Panel>
  )
}

interface CountLinkProps {
  label: string
  count: number
  search: RequestListSearchParams
}

/** Link to the requests of a state; renders nothing if there are none. */
const CountLink = ({ label, count, search }: CountLinkProps) =>
  count > 0 && (
    <LinkButton size="s" to="/app/request" search={search}>
      {label}: {formatNumber(count)}
    </LinkButton>
  )
