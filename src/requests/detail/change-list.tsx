import type { Field } from '../../domain/fields/field.ts'
import type { FieldChange } from '../../domain/requests/field-changes.ts'
import { FieldNote } from '../field-note.tsx'
import type { RequestReturnNotes } from '../request-return.ts'
import s from './change-list.module.css'
import { TableChanges, ValueChange } from './field-change.tsx'

interface Props {
  fields: readonly Field[]
  changes: readonly FieldChange[]
  /** Approver's correction notes by field key. Fields with a note are listed even if their value did not change. */
  notes?: RequestReturnNotes
}

/** List of the changed fields with old value, new value and note. */
export function ChangeList({ fields, changes, notes = {} }: Props) {
  const byKey = new Map(changes.map((change) => [change.field.key, change]))
  const named = fields.filter(({ key }) => byKey.has(key) || Object.hasOwn(notes, key))
  return (
    <dl className={s.list}>
      {named.map((field) => {
        const change = byKey.get(field.key)
        return (
          <div key={field.key} className={s.item}>
            <dt className="text-tertiary">{field.label}</dt>
            <dd className={s.value}>
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
