import type { Field, Values } from '../../domain/fields/field.ts'
import type { Event } from '../../domain/history/event.ts'
import { compareValues } from '../../domain/requests/field-changes.ts'
import type { Request } from '../../domain/requests/request.ts'
import { formatDateTime } from '../../lib/date-format.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Stack } from '../../ui/stack.tsx'
import { findLastRequestReturn } from '../request-return.ts'
import { ChangeList } from './change-list.tsx'

interface Props {
  request: Request
  fields: readonly Field[]
  history: readonly Event[]
  /** Values of the previous submission; `null` if the current values are the same. */
  before: Values | null
}

/** Panel with the reason why the request was returned for correction, and each value that the requester changed afterwards. */
export function RequestChanges({ request, fields, history, before }: Props) {
  const returned = findLastRequestReturn(history)
  const notes = returned?.notes ?? {}
  const changes = compareValues(fields, before ?? request.values, request.values)
  const isListed = changes.length > 0 || Object.keys(notes).length > 0
  return (
    <Panel title="Qué cambió">
      <Stack gap={4}>
        {returned && (
          <Notice tone="warning" title={`Devuelta por ${returned.who} el ${formatDateTime(returned.at)}`}>
            {returned.reason}
          </Notice>
        )}
        {isListed && <ChangeList fields={fields} changes={changes} notes={notes} />}
        {changes.length === 0 && <p>Se envió de nuevo sin cambiar ningún dato.</p>}
      </Stack>
    </Panel>
  )
}
