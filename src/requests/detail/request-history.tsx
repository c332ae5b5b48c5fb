import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import type { Event } from '../../domain/history/event.ts'
import type { Request } from '../../domain/requests/request.ts'
import { formatDateTime } from '../../lib/date-format.ts'
import { describeError } from '../../lib/error-message.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { replacedDocumentsQuery, requestHistoryQuery } from '../queries.ts'
import { CommentForm } from './comment-form.tsx'
import { toTimelineItem } from './timeline-item.tsx'

const SubmittedValuesDialog = lazy(async () => ({
  default: (await import('./submitted-values-dialog.tsx')).SubmittedValuesDialog,
}))

/** Panel with the events and comments of a request, and a comment form. */
export function RequestHistory({ request, fields, me }: { request: Request; fields: readonly Field[]; me: string }) {
  const { id } = request
  const { data, error, refetch } = useQuery(requestHistoryQuery(id))
  const replaced = data?.some(({ details }) => details?.previous) ?? false
  const { data: earlier } = useQuery({ ...replacedDocumentsQuery(id), enabled: replaced })
  const [shown, setShown] = useState<{ revision: number; when: string } | null>(null)
  const sent = mapSubmissionRevisions(data ?? [], request)
  return (
    <Panel title="Historial y comentarios">
      <Stack gap={5}>
        {data && (
          <Timeline
            items={data.map((event) => {
              const revision = sent.get(event.id)
              const show = () => setShown({ revision: revision ?? 0, when: formatDateTime(event.created) })
              const onShowSent = revision === undefined ? undefined : show
              return toTimelineItem(event, { me, fields, documents: earlier, onShowSent })
            })}
          />
        )}
        {!data && !error && <Skeleton lines={4} />}
        {!data && error && <ErrorState message={describeError(error)} onRetry={() => void refetch()} />}
        <CommentForm key={id} id={id} me={me} />
      </Stack>
      {shown && (
        <Suspense>
          <SubmittedValuesDialog request={request} fields={fields} {...shown} onClose={() => setShown(null)} />
        </Suspense>
      )}
    </Panel>
  )
}

/**
 * Maps the ids of submit events to their revisions. Empty if the only submission equals the request's current values.
 */
function mapSubmissionRevisions(events: readonly Event[], { revision, status }: Request): ReadonlyMap<string, number> {
  if (revision === 0 && status !== 'returned') return new Map()
  // Counts revisions backwards from the newest, because long histories may lack their beginning.
  const submissions = events.filter(({ action }) => action === 'submit').reverse()
  return new Map(submissions.map(({ id }, index) => [id, revision - index]))
}
