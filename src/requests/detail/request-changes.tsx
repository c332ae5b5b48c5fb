import type { Field, Values } from '../../domain/fields/field.ts'
import type { Event } from '../../domain/history/event.ts'
import { compareValues, type FieldChange } from '../../domain/requests/field-changes.ts'
import type { Request } from '../../domain/requests/request-output.ts'
import { formatDateTime } from '../../lib/date-format.ts'
import { Panel, Stack } from '../../ui/page/layout.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import { FieldNote } from '../field-note.tsx'
import { findLastRequestReturn, type RequestReturnNotes } from '../request-return.ts'
import { TableChanges, ValueChange } from './field-change.tsx'
import s from './request-changes.module.css'

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

interface ListProps {
  fields: readonly Field[]
  changes: readonly FieldChange[]
  /** Approver's correction notes by field key. Fields with a note are listed even if their value did not change. */
  notes?: RequestReturnNotes
}

/** List of the changed fields with old value, new value and note. */
export function ChangeList({ fields, changes, notes = {} }: ListProps) {
  const byKey = new Map(changes.map((change) => [change.field.key, change]))
  const named = fields.filter(({ key }) => byKey.has(key) || Object.hasOwn(notes, key))
  return (
    <dl className={s.list}>
      {named.map((field) => {
        const change = byKey.get(field.key)
        return (
          <div key={field.key} className={s.item}>
            <dt className="text-tertiary">{field.label}</dt>
            <dd className="shrinkable">
              {change?.rows ? (
                <TableChanges field={field} rows={change.rows} />
              ) : change ? (
                <ValueChange {...change} />
              ) : (
                <span className={s.same}>Sigue como estaba.</span>
              )}
              {Object.hasOwn(notes, field.key) && <FieldNote text={notes[field.key] ?? ''} />}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
