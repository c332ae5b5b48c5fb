import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import type { Event } from '../../domain/history/event.ts'
import { compareValues } from '../../domain/requests/field-changes.ts'
import type { Request } from '../../domain/requests/request-output.ts'
import { describeError } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/date-format.ts'
import { usePersistentState } from '../../lib/use-persistent-state.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Timeline } from '../../ui/data/timeline.tsx'
import { FormField, TextArea } from '../../ui/form/form-field.tsx'
import { FormFrame } from '../../ui/form/form-frame.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Cluster, Panel, Stack } from '../../ui/page/layout.tsx'
import { ErrorState, Skeleton } from '../../ui/state/screen-states.tsx'
import { addCommentMutation } from '../actions.ts'
import { replacedDocumentsQuery, submittedValuesQuery } from '../queries.ts'
import { ChangeList } from './request-changes.tsx'
import { toTimelineItem } from './timeline-item.tsx'
import { ValueList } from './value-list.tsx'

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
  const block = events.findLast(({ action }) => action === 'digitsBlocked' || action === 'digitsUnblocked')
  return (
    <Panel title="Historial y comentarios">
      <Stack gap={5}>
        <Timeline
          items={events.map((event) => {
            const revision = sent.get(event.id)
            const show = () => setShown({ revision: revision ?? 0, when: formatDateTime(event.created) })
            const onShowSent = revision === undefined ? undefined : show
            const isBlocked = event === block && event.action === 'digitsBlocked'
            return toTimelineItem(event, { me, fields, documents: earlier, onShowSent, isBlocked })
          })}
        />
        {request.privacy !== 'anonymized' && <CommentForm key={id} id={id} me={me} />}
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

/**
 * Form for comments between the requester and the administrators. The text is stored in the browser until it is sent.
 */
function CommentForm({ id, me }: { id: string; me: string }) {
  const [text, setText] = usePersistentState(me, `comment:${id}`, '')
  const [tries, setTries] = useState(0)
  const comment = useMutation({
    ...addCommentMutation,
    onSuccess(_, sent) {
      // Clears the input only if its text was not edited while it was being sent.
      setText((now) => (now.trim() === sent.text ? '' : now))
      setTries(0)
    },
  })
  function send(event: FormEvent) {
    event.preventDefault()
    setTries(tries + 1)
    if (text.trim() && !comment.isPending) comment.mutate({ id, text: text.trim() })
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
  }
  const missing = tries > 0 && !text.trim() ? 'Escriba el comentario.' : undefined
  return (
    <FormFrame
      className="screen-only"
      errors={missing ? [{ name: 'comment', message: missing }] : []}
      attempt={tries}
      refusal={comment.error ? describeError(comment.error) : undefined}
      gap={2}
      onSubmit={send}
    >
      <FormField label="Comentario" name="comment" error={missing}>
        <TextArea
          rows={2}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
        />
      </FormField>
      <Cluster>
        <Button type="submit" icon="comment" pending={comment.isPending}>
          Comentar
        </Button>
      </Cluster>
    </FormFrame>
  )
}

interface SubmittedValuesDialogProps {
  request: Request
  fields: readonly Field[]
  /** Zero-based number of the submission. */
  revision: number
  /** Date and time of the submission, already formatted for display. */
  when: string
  onClose: () => void
}

/** Dialog with the submitted values of one revision and their changes from the previous revision. */
function SubmittedValuesDialog({ request, fields, revision, when, onClose }: SubmittedValuesDialogProps) {
  const sent = useQuery(submittedValuesQuery(request.id, revision))
  const before = useQuery({ ...submittedValuesQuery(request.id, revision - 1), enabled: revision > 0 })
  const isRead = sent.data !== undefined && (revision === 0 || before.data !== undefined)
  const error = sent.error ?? before.error
  const values = sent.data ?? request.values
  const earlier = before.data ?? request.values
  const changes = isRead && revision > 0 ? compareValues(fields, earlier, values) : []
  return (
    <Dialog
      size="l"
      onClose={onClose}
      title={`Lo enviado el ${when}`}
      footer={<Button onClick={onClose}>Cerrar</Button>}
    >
      {isRead ? (
        <Stack gap={5}>
          {revision > 0 && (
            <Stack gap={3}>
              <h3>Qué cambió desde el envío anterior</h3>
              {changes.length ? <ChangeList fields={fields} changes={changes} /> : <p>Ningún dato.</p>}
            </Stack>
          )}
          <Stack gap={3}>
            <h3>Datos</h3>
            <ValueList fields={fields} values={values} heading="h4" />
          </Stack>
        </Stack>
      ) : error ? (
        <ErrorState
          message={describeError(error)}
          onRetry={() => {
            void sent.refetch()
            void before.refetch()
          }}
        />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  )
}
