import { useMutation, useQuery } from '@tanstack/react-query'
import { signingStatePluralLabels, signingStates } from '../../../../domain/links/signing.ts'
import { formatNumber } from '../../../../lib/number-format.ts'
import { askSignersMutation, batchSignaturesQuery } from '../../../../requests/signing/signing-actions.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { LinkButton } from '../../../../ui/actions/link-button.tsx'
import { Cluster } from '../../../../ui/page/cluster.tsx'
import { Panel } from '../../../../ui/page/panel.tsx'

/** Counts of the batch's documents by state of their signatures, as links, and the reminder of those that are missing. */
export function BatchSignatures({ batch }: { batch: string }) {
  const { data: counts } = useQuery(batchSignaturesQuery(batch))
  const asking = useMutation(askSignersMutation)
  if (!counts || !signingStates.some((state) => counts[state])) return null
  const missing = counts.pending + counts.undelivered + counts.expired
  return (
    <Panel
      title="Firmas"
      actions={signingStates.map(
        (state) =>
          counts[state] > 0 && (
            <LinkButton key={state} size="s" to="/app/request" search={{ batch, signing: state }}>
              {signingStatePluralLabels[state]}: {formatNumber(counts[state])}
            </LinkButton>
          ),
      )}
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
