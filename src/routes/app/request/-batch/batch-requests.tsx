import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { batchRequestCountsQuery } from '../../../../batches/queries.ts'
import { requestActions } from '../../../../domain/requests/actions.ts'
import {
  type DecisionType,
  decisionTypes,
  type RequestStatus,
  requestStatuses,
  requestStatusLabels,
} from '../../../../domain/requests/request.ts'
import type { User } from '../../../../domain/users/user.ts'
import { formatCount, formatNumber } from '../../../../lib/number-format.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import {
  type ActionQuestion,
  getReasonRequirement,
  setExpectedRequestCount,
} from '../../../../requests/action-question.ts'
import { BulkAction } from '../../../../requests/bulk-action.tsx'
import { selectAllUrlFragment } from '../../../../requests/list-search.ts'
import { Button, LinkButton } from '../../../../ui/actions/button.tsx'
import { Cluster, Panel } from '../../../../ui/page/layout.tsx'

/** Counts of the batch's requests by status, as links. Administrators can decide all submitted requests together. */
export function BatchRequests({ batch, me, live }: { batch: string; me: User; live: boolean }) {
  const [asking, setAsking] = useState<ActionQuestion | null>(null)
  const { data: counts, refetch } = useQuery({
    ...batchRequestCountsQuery(batch),
    ...(live && { refetchInterval: 2_000 }),
  })
  // Refetches once after processing ended, because the last poll was before the last requests were created.
  const wasLive = useRef(live)
  useEffect(() => {
    if (wasLive.current && !live) void queryClient.invalidateQueries({ queryKey: ['request-counts'] })
    wasLive.current = live
  }, [live])
  const countOfStatus = (status: RequestStatus) => counts?.[status] ?? 0
  const submitted = countOfStatus('submitted')
  function ask(action: DecisionType) {
    const targets = { filter: { batch, status: 'submitted' as const }, expected: submitted }
    setAsking({ action, targets, reason: getReasonRequirement(action, me, '') })
  }
  function askAgain(count: number) {
    void refetch()
    setAsking((before) => before && setExpectedRequestCount(before, count))
  }
  const mayDecide = me.role === '_admin' && submitted > 0 && !live
  return (
    <>
      <BulkAction asked={asking} onClose={() => setAsking(null)} onChanged={askAgain} />
      <Panel title="Solicitudes del lote" actions={<StatusLinks batch={batch} countOfStatus={countOfStatus} />}>
        {mayDecide && (
          <Cluster>
            <span>{formatCount(submitted, 'solicitud espera decisión:', 'solicitudes esperan decisión:')}</span>
            {decisionTypes.map((action) => (
              <Button
                key={action}
                size="s"
                icon={requestActions[action].icon}
                variant={requestActions[action].variant ?? 'secondary'}
                onClick={() => ask(action)}
              >
                {`${requestActions[action].texts.button}${submitted === 1 ? 'la' : ' todas'}`}
              </Button>
            ))}
            {submitted > 1 && (
              <LinkButton
                size="s"
                variant="quiet"
                to="/app/request"
                search={{ batch, status: 'submitted' }}
                hash={selectAllUrlFragment}
              >
                Todas menos algunas
              </LinkButton>
            )}
          </Cluster>
        )}
      </Panel>
    </>
  )
}

function StatusLinks({ batch, countOfStatus }: { batch: string; countOfStatus: (status: RequestStatus) => number }) {
  return (
    <>
      {requestStatuses.map(
        (status) =>
          countOfStatus(status) > 0 && (
            <LinkButton key={status} size="s" to="/app/request" search={{ batch, status }}>
              {requestStatusLabels[status].plural}: {formatNumber(countOfStatus(status))}
            </LinkButton>
          ),
      )}
      <LinkButton size="s" variant="quiet" icon="arrowRight" to="/app/request" search={{ batch }}>
        Ver todas
      </LinkButton>
    </>
  )
}
