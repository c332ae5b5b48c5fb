import { useQuery } from '@tanstack/react-query'
import type { Field } from '../../domain/fields/field.ts'
import { compareValues } from '../../domain/requests/field-changes.ts'
import type { Request } from '../../domain/requests/request-output.ts'
import { describeError } from '../../lib/error-message.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { Stack } from '../../ui/page/stack.tsx'
import { ErrorState } from '../../ui/state/error-state.tsx'
import { Skeleton } from '../../ui/state/skeleton.tsx'
import { submittedValuesQuery } from '../queries.ts'
import { ChangeList } from './request-changes.tsx'
import { ValueList } from './value-list.tsx'

interface Props {
  request: Request
  fields: readonly Field[]
  /** Zero-based number of the submission. */
  revision: number
  /** Date and time of the submission, already formatted for display. */
  when: string
  onClose: () => void
}

/** Dialog with the submitted values of one revision and their changes from the previous revision. */
export function SubmittedValuesDialog({ request, fields, revision, when, onClose }: Props) {
  const sent = useQuery(submittedValuesQuery(request.id, revision))
  const before = useQuery({ ...submittedValuesQuery(request.id, revision - 1), enabled: revision > 0 })
  const isRead = sent.data !== undefined && (revision === 0 || before.data !== undefined)
  const error = sent.error ?? before.error
  const values = sent.data ?? request.values
  const earlier = before.data ?? request.values
  const changes = isRead && revision > 0 ? compareValues(fields, earlier, values) : []
  return (
    <Dialog
      open
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
