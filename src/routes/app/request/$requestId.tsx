import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, notFound } from '@tanstack/react-router'
import { ClientResponseError } from 'pocketbase'
import { useMemo, useState } from 'react'
import { printed } from '../../../domain/document/document.ts'
import { documentKindOf } from '../../../domain/document-kind.ts'
import { type RequestAction, stepsFor } from '../../../domain/request.ts'
import { computeValues } from '../../../domain/values.ts'
import { formatById, formatVersion } from '../../../formats/queries.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { useLive } from '../../../lib/realtime.ts'
import { DecideDialog } from '../../../requests/decide-dialog.tsx'
import { DocumentPanel } from '../../../requests/detail/document-panel.tsx'
import { Facts } from '../../../requests/detail/facts.tsx'
import { NextInQueue } from '../../../requests/detail/next-in-queue.tsx'
import { RequestHistory } from '../../../requests/detail/request-history.tsx'
import { StepButtons } from '../../../requests/detail/step-buttons.tsx'
import { ValueList } from '../../../requests/detail/value-list.tsx'
import { DocumentPreview } from '../../../requests/document-preview.tsx'
import { annulledOn, approvalOf, letterheadById, letterheadOf, sheetDate } from '../../../requests/letterhead.ts'
import { needsWidth } from '../../../requests/needs-width.ts'
import { optionalKeys } from '../../../requests/optional.ts'
import { outcomeOfOne, outcomeTone, reasonAskedFor } from '../../../requests/outcome.ts'
import type { PendingDecision } from '../../../requests/pending-decision.ts'
import { requestById } from '../../../requests/queries.ts'
import { sketchOf } from '../../../requests/sketch.ts'
import { settingsRow } from '../../../settings/queries.ts'
import { Columns } from '../../../ui/columns.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Stack } from '../../../ui/stack.tsx'

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

function Detail() {
  const { user: me } = Route.useRouteContext()
  const one = requestById(Route.useParams().requestId)
  const { format, version } = Route.useLoaderData()
  const { data: request } = useSuspenseQuery(one)
  const { data: settings } = useQuery(settingsRow())
  const { data: letterhead } = useQuery(letterheadById(request.status === 'approved' ? request.letterhead : ''))
  const [question, setQuestion] = useState<PendingDecision | null>(null)
  const [told, setTold] = useState<{ id: string; text: string; tone: 'success' | 'warning' } | null>(null)
  useLive('requests', 'events')

  const complete = useMemo(
    () => ({ ...request.values, ...computeValues(version.fields, request.values) }),
    [request.values, version.fields],
  )
  const organisation = useMemo(() => letterheadOf(letterhead ?? settings), [letterhead, settings])
  const day = sheetDate(request, letterhead ?? settings)
  const owner = request.expand?.owner?.name ?? me.name
  const sketch = useMemo(() => {
    const signed = request.status === 'approved' ? request.signers : null
    const isApprovedAtOnce = !format.requiresReview
    const source = {
      version,
      values: complete,
      organisation,
      owner,
      decided: day,
      isApprovedAtOnce,
      signed,
    }
    const drawn = sketchOf(source)
    const isOpen = request.status === 'draft' || request.status === 'returned'
    return isOpen ? drawn : { ...drawn, blocks: printed(drawn.blocks) }
  }, [version, complete, request.status, request.signers, organisation, owner, day, format.requiresReview])
  const optional = useMemo(() => optionalKeys(version.fields, request.values), [version.fields, request.values])
  const decided = told?.id === request.id ? told : null
  const others = me.role === '_admin' && request.owner !== me.id

  function ask(action: RequestAction) {
    setQuestion({
      action,
      targets: { ids: [request.id], ...(request.number && { name: request.number }) },
      reason: reasonAskedFor(action, me, request.owner),
    })
  }

  const data = (
    <>
      {request.documentStatus !== 'none' && (
        <DocumentPanel
          request={request}
          onRegenerate={
            stepsFor(request, me, request.owner).includes('regenerate') ? () => ask('regenerate') : undefined
          }
        />
      )}
      <Panel title="Datos">
        <ValueList fields={version.fields} values={complete} />
      </Panel>
    </>
  )
  const history = <RequestHistory id={request.id} me={me.id} />
  const paper = (
    <DocumentPreview
      format={format.name}
      number={request.documentNumber || null}
      code={request.checkCode}
      kind={documentKindOf(request)}
      annulledOn={annulledOn(request, letterhead ?? settings)}
      approval={approvalOf(request, version, letterhead ?? settings)}
      {...sketch}
      optional={optional}
    />
  )

  return (
    <Stack gap={5}>
      <PageHeader
        title={request.number || `Borrador de ${format.name}`}
        eyebrow={<Link to="/app/request">Solicitudes</Link>}
        description={[format.name, request.expand?.owner?.name && others && `de ${request.expand.owner.name}`]
          .filter(Boolean)
          .join(', ')}
        actions={<StepButtons request={request} me={me} onAsk={ask} />}
      />
      <Facts request={request} />
      {decided && me.role === '_admin' && <NextInQueue id={request.id} told={decided.text} tone={decided.tone} />}
      {decided && me.role !== '_admin' && (
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
      {question && (
        <DecideDialog
          question={question}
          onClose={() => setQuestion(null)}
          onDone={(outcome) => {
            setQuestion(null)
            setTold({ id: request.id, text: outcomeOfOne(question.action, outcome), tone: outcomeTone(outcome) })
          }}
        />
      )}
    </Stack>
  )
}
