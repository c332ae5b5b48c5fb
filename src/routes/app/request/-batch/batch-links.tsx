import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { deliveryStateLabels } from '../../../../domain/deliveries/delivery.ts'
import { missingSigningStates, signingStateLabels } from '../../../../domain/links/signing.ts'
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
  if (!counts) return null
  const failed = counts.refused + counts.address + counts.unknown
  return (
    <CountPanel
      title="Entrega"
      description="Cada persona recibe un correo con todos sus documentos del lote, cuando están listos."
      labels={deliveryStateLabels}
      counts={counts}
      toSearch={(delivery) => ({ batch, delivery })}
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
    </CountPanel>
  )
}

/** Counts of the batch's documents by state of their signatures, as links, and the reminder of those that are missing. */
export function BatchSignatures({ batch }: { batch: string }) {
  const { data: counts } = useQuery(batchSignaturesQuery(batch))
  const asking = useMutation(askSignersMutation)
  if (!counts) return null
  const missing = missingSigningStates.reduce((sum, state) => sum + counts[state], 0)
  return (
    <CountPanel title="Firmas" labels={signingStateLabels} counts={counts} toSearch={(signing) => ({ batch, signing })}>
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
    </CountPanel>
  )
}

interface CountPanelProps<State extends string> {
  title: string
  description?: string
  labels: Record<State, { plural: string }>
  counts: Record<State, number>
  /** Returns the search of the requests of a state. */
  toSearch: (state: State) => RequestListSearchParams
  children: ReactNode
}

/** Panel with the number of requests by state, as links; renders nothing if all are zero. */
function CountPanel<State extends string>(props: CountPanelProps<State>) {
  const { title, description, labels, counts, toSearch, children } = props
  const states = (Object.keys(labels) as State[]).filter((state) => counts[state] > 0)
  const links = states.map((state) => (
    <LinkButton key={state} size="s" to="/app/request" search={toSearch(state)}>
      {labels[state].plural}: {formatNumber(counts[state])}
    </LinkButton>
  ))
  return (
    links.length > 0 && (
      <Panel title={title} description={description} actions={links}>
        {children}
      </Panel>
    )
  )
}
