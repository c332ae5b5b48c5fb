import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { ClientResponseError } from 'pocketbase'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { Field } from '../../../domain/fields/field.ts'
import { visibleFields } from '../../../domain/fields/values.ts'
import { decisions, type Request, type RequestAction, stepsFor } from '../../../domain/requests/request.ts'
import { formatById, formatVersion } from '../../../formats/queries.ts'
import { contextIn } from '../../../lib/context.ts'
import { messageOf } from '../../../lib/message.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useLive } from '../../../lib/realtime.ts'
import type { Outcome } from '../../../requests/actions.ts'
import { DecideDialog } from '../../../requests/decide-dialog.tsx'
import { DocumentPanel } from '../../../requests/detail/document-panel.tsx'
import { Facts } from '../../../requests/detail/facts.tsx'
import { NextInQueue } from '../../../requests/detail/next-in-queue.tsx'
import { RequestHistory } from '../../../requests/detail/request-history.tsx'
import { StepButtons } from '../../../requests/detail/step-buttons.tsx'
import { ValueList } from '../../../requests/detail/value-list.tsx'
import { FieldNote } from '../../../requests/field-note.tsx'
import { useLastUndone } from '../../../requests/last-undone.ts'
import { needsWidth } from '../../../requests/needs-width.ts'
import { outcomeOfOne, outcomeTone, reasonAskedFor } from '../../../requests/outcome.ts'
import type { PendingDecision } from '../../../requests/pending-decision.ts'
import { filledByDeciders, requestById, requestHistory, requestRoute } from '../../../requests/queries.ts'
import { RequestPaper } from '../../../requests/request-paper.tsx'
import { lastReturn } from '../../../requests/returned.ts'
import { completeValues } from '../../../requests/shown.ts'
import { settingsRow } from '../../../settings/queries.ts'
import { Columns } from '../../../ui/columns.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Stack } from '../../../ui/stack.tsx'

const Changes = lazy(async () => ({ default: (await import('../../../requests/detail/changes.tsx')).Changes }))

const FilledList = lazy(async () => ({
  default: (await import('../../../requests/detail/filled-list.tsx')).FilledList,
}))

const RouteProgress = lazy(async () => ({
  default: (await import('../../../requests/detail/route-progress.tsx')).RouteProgress,
}))

const PresentOthers = lazy(async () => ({
  default: (await import('../../../requests/queue/present-others.tsx')).PresentOthers,
}))

export const Route = createFileRoute('/app/request/$requestId')({
  loader: async ({ params }) => {
    const request = await queryClient.query(requestById(params.requestId)).catch((error) => {
      if (error instanceof ClientResponseError && error.status === 404) throw notFound()
      throw error
    })
    const [format, version] = await Promise.all([
      queryClient.query(formatById(request.format)),
      queryClient.query(formatVersion(request.formatVersion)),
    ])
    return { format, version }
  },
  component: Detail,
})

/** The last step taken on this page. */
interface Told {
  request: Request
  action: RequestAction
  isAtStep: boolean
  outcome: Outcome
}

/** Result of a step, with the state of the document that it makes. */
function toldSentence({ request: before, action, isAtStep, outcome }: Told, now: Request): string {
  if (action === 'approve' && isAtStep && outcome.changed.length > 0) return 'Paso aprobado.'
  // Until the request is read again, it says the state of its earlier document.
  return outcomeOfOne(action, outcome, now.updated === before.updated ? 'pending' : now.documentStatus)
}

function Detail() {
  const { user: me } = Route.useRouteContext()
  const one = requestById(Route.useParams().requestId)
  const { format, version } = Route.useLoaderData()
  const { data: request } = useSuspenseQuery(one)
  const { data: settings } = useQuery(settingsRow())
  const [question, setQuestion] = useState<PendingDecision | null>(null)
  const [told, setTold] = useState<Told | null>(null)
  useLive('requests', 'events')
  const returned = request.status === 'returned'
  const { data: events } = useQuery({ ...requestHistory(request.id), enabled: returned })

  const complete = useMemo(() => completeValues(version.fields, request.values), [request.values, version.fields])
  const isRouted = (version.route?.length ?? 0) > 0
  const {
    data: route,
    error: routeError,
    refetch: readRoute,
  } = useQuery({ ...requestRoute(request.id), enabled: isRouted && request.status !== 'draft' })
  const seen = { ...request, ...(request.step > 0 && { decidable: route?.decidable === true }) }
  const mayDecide = request.step > 0 ? route?.decidable === true : me.role === '_admin'
  const isFilled = Boolean(version.deciderFields) && request.status !== 'draft'
  const { data: filled, error: filledError } = useQuery({ ...filledByDeciders(request.id), enabled: isFilled })
  const owner = request.expand?.owner?.name ?? (request.owner === me.id ? me.name : route?.ownerName)
  const undone = useLastUndone()
  const last = told?.request.id === request.id && (told.outcome.undo?.id ?? '') !== undone ? told : null
  const decided = last && { text: toldSentence(last, request), tone: outcomeTone(last.outcome) }
  const others = request.owner !== me.id
  const isDecider = me.role === '_admin' || others

  const notes = returned ? (lastReturn(events ?? [])?.notes ?? {}) : {}
  const noteOf = ({ key }: Field) => notes[key] && <FieldNote text={notes[key]} />

  const noteable = visibleFields(version.fields, complete)

  function ask(action: RequestAction) {
    setQuestion({
      action,
      targets: {
        ids: [request.id],
        revision: request.revision,
        ...(request.step && { step: request.step }),
        ...(request.number && { name: request.number }),
      },
      isAtStep: request.step > 0,
      reason: reasonAskedFor(action, me, request.owner),
      ...(action === 'return' && { fields: noteable }),
    })
  }

  const isDecision = decisions.some((action) => action === question?.action)
  /** What is asked beside the decision is read before it is asked. */
  const isRead = !isDecision || !isFilled || Boolean(filledError) || (filled !== undefined && settings !== undefined)
  const toFill =
    isDecision && filled?.open && settings
      ? { request, fields: [...version.fields, ...filled.fields], given: filled, context: contextIn(settings) }
      : undefined

  const data = (
    <>
      {!route && routeError && <ErrorState message={messageOf(routeError)} onRetry={() => void readRoute()} />}
      {route && route.steps.length > 0 && (
        <Suspense fallback={<Skeleton lines={4} />}>
          <RouteProgress steps={route.steps} />
        </Suspense>
      )}
      {request.status === 'submitted' && request.revision > 0 && (
        <Suspense fallback={<Skeleton lines={4} />}>
          <Changes request={request} fields={version.fields} />
        </Suspense>
      )}
      {request.documentStatus !== 'none' && (
        <DocumentPanel
          request={request}
          onRegenerate={stepsFor(seen, me, request.owner).includes('regenerate') ? () => ask('regenerate') : undefined}
        />
      )}
      <Panel title="Datos">
        <ValueList fields={version.fields} values={complete} below={noteOf} />
      </Panel>
      {filled && Object.keys(filled.values).length > 0 && (
        <Suspense fallback={<Skeleton lines={2} />}>
          <FilledList filled={filled} />
        </Suspense>
      )}
    </>
  )
  const history = <RequestHistory request={request} fields={version.fields} me={me.id} />
  const paper =
    owner === undefined ? (
      !routeError && <Skeleton height="20rem" />
    ) : (
      <RequestPaper
        request={request}
        format={format}
        version={version}
        settings={settings}
        owner={owner}
        filled={filled?.values}
      />
    )

  return (
    <Stack gap={5}>
      <PageHeader
        title={request.number || `Borrador de ${format.name}`}
        eyebrow={<Link to="/app/request">Solicitudes</Link>}
        description={[format.name, others && owner && `de ${owner}`].filter(Boolean).join(', ')}
        actions={<StepButtons request={seen} me={me} onAsk={ask} />}
      />
      <Facts request={request} />
      {mayDecide && request.status === 'submitted' && (
        <Suspense>
          <PresentOthers id={request.id} />
        </Suspense>
      )}
      {decided && isDecider && <NextInQueue id={request.id} told={decided.text} tone={decided.tone} />}
      {decided && !isDecider && (
        <Notice tone={decided.tone} live>
          {decided.text}
        </Notice>
      )}
      {request.reason && (request.status === 'returned' || request.status === 'rejected') && (
        <Notice
          tone={request.status === 'returned' ? 'warning' : 'danger'}
          title={request.status === 'returned' ? 'Devuelta para corregir' : 'Rechazada'}
        >
          {request.reason}
        </Notice>
      )}
      {request.annulledAt && (
        <Notice tone="danger" title="El documento está anulado">
          {request.reason}
        </Notice>
      )}
      {needsWidth(version.fields) ? (
        <>
          {data}
          {paper}
          {history}
        </>
      ) : (
        <Columns aside={32} gap={5}>
          <Stack gap={5}>
            {data}
            {history}
          </Stack>
          {paper}
        </Columns>
      )}
      {question && isRead && (
        <DecideDialog
          question={{ ...question, toFill, steps: route?.steps }}
          onClose={() => setQuestion(null)}
          onDone={(outcome) => {
            setQuestion(null)
            setTold({ request, action: question.action, isAtStep: question.isAtStep === true, outcome })
          }}
        />
      )}
    </Stack>
  )
}
