import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { batchRequestCountsQuery } from '../../../../batches/queries.ts'
import {
  decisionTypes,
  type RequestStatus,
  requestStatuses,
  requestStatusPluralLabels,
} from '../../../../domain/requests/request.ts'
import { type RequestAction, requestTransitions } from '../../../../domain/requests/request-transitions.ts'
import { formatCount, formatNumber } from '../../../../lib/number-format.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { type ActionConfirmation, setExpectedRequestCount } from '../../../../requests/action-confirmation.ts'
import { ActionDialog } from '../../../../requests/action-dialog.tsx'
import { ActionResultNotice } from '../../../../requests/action-result-notice.tsx'
import { actionIcons, actionVariants } from '../../../../requests/action-styles.ts'
import type { ActionResult } from '../../../../requests/actions.ts'
import { selectAllUrlFragment } from '../../../../requests/list-search.ts'
import { Button } from '../../../../ui/button.tsx'
import { Cluster } from '../../../../ui/cluster.tsx'
import { LinkButton } from '../../../../ui/link-button.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { Stack } from '../../../../ui/stack.tsx'

interface Props {
  batch: string
  isAdmin: boolean
  live: boolean
}

/** Counts of the batch's requests by status, as links. Administrators can decide all submitted requests at once. */
export function BatchRequests({ batch, isAdmin, live }: Props) {
  const [asking, setAsking] = useState<ActionConfirmation | null>(null)
  const [result, setResult] = useState<{ action: RequestAction; outcome: ActionResult } | null>(null)
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
  function ask(action: (typeof decisionTypes)[number]) {
    const targets = { filter: { batch, status: 'submitted' as const }, expected: submitted }
    setAsking({ action, targets, reason: action === 'approve' ? 'none' : 'required' })
  }
  function askAgain(count: number) {
    void refetch()
    setAsking((before) => before && setExpectedRequestCount(before, count))
  }
  const mayDecide = isAdmin && submitted > 0 && !live
  return (
    <>
      <Panel title="Solicitudes del lote" actions={<StatusLinks batch={batch} countOfStatus={countOfStatus} />}>
        {(result || mayDecide) && (
          <Stack>
            {result && <ActionResultNotice {...result} onClose={() => setResult(null)} />}
            {mayDecide && (
              <Cluster>
                <span>{formatCount(submitted, 'solicitud espera decisión:', 'solicitudes esperan decisión:')}</span>
                {decisionTypes.map((action) => (
                  <Button
                    key={action}
                    size="s"
                    icon={actionIcons[action]}
                    variant={actionVariants[action] ?? 'secondary'}
                    onClick={() => ask(action)}
                  >
                    {submitted === 1
                      ? `${requestTransitions[action].name}la`
                      : `${requestTransitions[action].name} todas`}
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
          </Stack>
        )}
      </Panel>
      {asking && (
        <ActionDialog
          question={asking}
          onClose={() => setAsking(null)}
          onDone={(outcome) => {
            setResult({ action: asking.action, outcome })
            setAsking(null)
          }}
          onChanged={askAgain}
        />
      )}
    </>
  )
}

interface LinksProps {
  batch: string
  countOfStatus: (status: RequestStatus) => number
}

function StatusLinks({ batch, countOfStatus }: LinksProps) {
  return (
    <>
      {requestStatuses.map(
        (status) =>
          countOfStatus(status) > 0 && (
            <LinkButton key={status} size="s" to="/app/request" search={{ batch, status }}>
              {requestStatusPluralLabels[status]}: {formatNumber(countOfStatus(status))}
            </LinkButton>
          ),
      )}
      <LinkButton size="s" variant="quiet" icon="arrowRight" to="/app/request" search={{ batch }}>
        Ver todas
      </LinkButton>
    </>
  )
}
