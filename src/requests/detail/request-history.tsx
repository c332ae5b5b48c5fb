import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import type { Event } from '../../domain/history/event.ts'
import type { Request } from '../../domain/requests/request-output.ts'
import { formatDateTime } from '../../lib/date-format.ts'
import { Timeline } from '../../ui/data/timeline.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { Stack } from '../../ui/page/stack.tsx'
import { replacedDocumentsQuery } from '../queries.ts'
import { CommentForm } from './comment-form.tsx'
import { SubmittedValuesDialog } from './submitted-values-dialog.tsx'
import { toTimelineItem } from './timeline-item.tsx'

interface Props {
  request: Request
  fields: readonly Field[]
  /** Events of the request, oldest first. */
  events: readonly Event[]
  me: string
}

/** Panel with the events and comments of a request, and a comment form. */
export function RequestHistory({ request, fields, events, me }: Props) {
  const { id } = request
  const replaced = events.some(({ details }) => details?.previous)
  const { data: earlier } = useQuery({ ...replacedDocumentsQuery(id), enabled: replaced })
  const [shown, setShown] = useState<{ revision: number; when: string } | null>(null)
  const sent = mapSubmissionRevisions(events, request)
  return (
    <Panel title="Historial y comentarios">
      <Stack gap={5}>
        <Timeline
          items={events.map((event) => {
            const revision = sent.get(event.id)
            const show = () => setShown({ revision: revision ?? 0, when: formatDateTime(event.created) })
            const onShowSent = revision === undefined ? undefined : show
            return toTimelineItem(event, { me, fields, documents: earlier, onShowSent })
          })}
        />
        <CommentForm key={id} id={id} me={me} />
      </Stack>
      {shown && <SubmittedValuesDialog request={request} fields={fields} {...shown} onClose={() => setShown(null)} />}
    </Panel>
  )
}

/**
 * Maps each submit event to its zero-based revision. Empty if there is one submission and its values are the current
 * ones, which the page already shows.
 */
function mapSubmissionRevisions(events: readonly Event[], { revision, status }: Request): ReadonlyMap<string, number> {
  if (revision === 0 && status !== 'returned') return new Map()
  // Counts backwards from the newest submission, because the first events of a long history may not be loaded.
  const submissions = events.filter(({ action }) => action === 'submit').reverse()
  return new Map(submissions.map(({ id }, index) => [id, revision - index]))
}
