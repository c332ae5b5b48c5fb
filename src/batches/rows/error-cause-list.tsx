import { useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { formatCount, formatNumber } from '../../lib/number-format.ts'
import type { CellErrorGroup } from '../../sheets/validation/error-groups.ts'
import { formatCellError, getCellLabel } from '../../sheets/writing/cell-messages.ts'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { BulkCorrection } from './bulk-correction.tsx'
import s from './error-cause-list.module.css'
import type { RowEditor } from './row-editor.ts'

interface Props {
  editor: RowEditor
  groups: readonly CellErrorGroup[]
  fields: readonly Field[]
  readOnly: boolean
  /** Returns to the questions of the columns step; missing if the columns have no questions. */
  onQuestions?: (() => void) | undefined
}

const maxShownCauses = 8

/** List of the errors grouped by cause, most frequent first. Clicking a cause shows its rows and bulk corrections. */
export function ErrorCauseList({ editor, groups, fields, readOnly, onQuestions }: Props) {
  const [open, setOpen] = useState('')
  const [all, setAll] = useState(false)
  const listed = all ? groups : groups.slice(0, maxShownCauses)
  if (groups.length === 0)
    return (
      <p className={s.none}>
        <Icon name="approve" size={18} />
        Ninguna fila tiene errores.
      </p>
    )
  return (
    <ul className={s.list}>
      {listed.map((group) => {
        const id = `${group.key} ${group.code}`
        const isOpen = open === id
        return (
          <li key={id} className={s.item}>
            <button
              type="button"
              className={cx(s.cause, isOpen && s.open)}
              aria-expanded={isOpen}
              onClick={() => {
                setOpen(isOpen ? '' : id)
                void editor.show(isOpen ? 'errors' : { key: group.key, code: group.code })
              }}
            >
              <span className={s.count}>{formatNumber(group.count)}</span>
              <span>
                <strong>{getCellLabel(group.key, fields)}</strong>
                <span className={s.why}>{formatCellError(group.key, group.code, fields)}</span>
              </span>
              <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={16} className={s.arrow} />
            </button>
            {isOpen && !readOnly && (
              <BulkCorrection editor={editor} group={group} fields={fields} onQuestions={onQuestions} />
            )}
          </li>
        )
      })}
      {groups.length > maxShownCauses && !all && (
        <li>
          <button type="button" className={s.more} onClick={() => setAll(true)}>
            Mostrar {formatCount(groups.length - maxShownCauses, 'causa más', 'causas más')}
          </button>
        </li>
      )}
    </ul>
  )
}
