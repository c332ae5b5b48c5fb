import { useState } from 'react'
import { findColumnTarget } from '../../domain/batches/column-matching.ts'
import type { Column, Field } from '../../domain/fields/field.ts'
import { formatCount, formatNumber } from '../../lib/number-format.ts'
import type { CellErrorGroup } from '../../sheets/validation/error-groups.ts'
import { formatCellError, getCellLabel } from '../../sheets/writing/cell-messages.ts'
import { getFieldOptions } from '../../sheets/writing/template-columns.ts'
import { Button } from '../../ui/actions/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FormField, Select, TextInput } from '../../ui/form/form-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Stack } from '../../ui/page/layout.tsx'
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
    <ul className="divided">
      {listed.map((group) => {
        const id = `${group.key} ${group.code}`
        const isOpen = open === id
        return (
          <li key={id}>
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

interface BulkCorrectionProps {
  editor: RowEditor
  group: CellErrorGroup
  fields: readonly Field[]
  onQuestions: (() => void) | undefined
}

/** Instructions by error code, for errors that need a different value in each cell. */
const manualInstructions: Record<string, string> = {
  'attachment.missing': 'Suelte los archivos en «Archivos de las filas», o corrija los nombres en la tabla.',
  'attachment.several': 'Elija en «Archivos de las filas» el archivo de cada nombre.',
  'attachment.content': 'Cambie esos archivos por otros y suéltelos de nuevo con el mismo nombre.',
  'attachment.size': 'Cambie esos archivos por otros y suéltelos de nuevo con el mismo nombre.',
  'attachment.kind': 'Cambie esos archivos por otros y suéltelos de nuevo.',
  duplicate: 'Corrija los repetidos en la tabla, o descarte las filas que sobran.',
  conflict: 'Elija cómo se leen los datos de esta columna.',
  row: 'Elija cada fila en la tabla y confirme que los demás datos están bien, o descártela.',
}

function BulkCorrection({ editor, group, fields, onQuestions }: BulkCorrectionProps) {
  const target = findColumnTarget(group.key, fields)
  const suggested = group.texts.filter(({ suggestion }) => suggestion !== undefined)
  const suggestedRows = suggested.reduce((sum, { count }) => sum + count, 0)
  const byHand = manualInstructions[group.code]
  return (
    <div className={s.box}>
      <Stack gap={3}>
        {byHand && <p className="text-secondary">{byHand}</p>}
        {group.code === 'conflict' && onQuestions && (
          <Button size="s" onClick={onQuestions}>
            Responder en Columnas
          </Button>
        )}
        {suggested.length > 1 && (
          <Button
            size="s"
            variant="primary"
            icon="check"
            onClick={() => void editor.applySuggestions(group.key, group.code)}
          >
            {group.different > group.texts.length
              ? 'Usar todas las sugerencias'
              : `Usar las sugerencias en ${formatCount(suggestedRows, 'fila', 'filas')}`}
          </Button>
        )}
        {target && !byHand && (
          <Stack>
            {group.texts.map((equal) => (
              <ReplaceTextForm
                key={equal.text}
                equal={equal}
                field={target.field}
                onReplace={(value) => void editor.applyToEqual(group.key, group.code, equal.text, value)}
              />
            ))}
          </Stack>
        )}
        {target && !byHand && group.different > group.texts.length && (
          <p className="text-secondary">
            Y {formatNumber(group.different - group.texts.length)} textos distintos más: corríjalos en la tabla o en
            Excel.
          </p>
        )}
        <div>
          <Button
            size="s"
            variant="quiet"
            icon="trash"
            onClick={() => void editor.discard({ key: group.key, code: group.code })}
          >
            {group.count === 1 ? 'Descartar la fila' : `Descartar las ${formatCount(group.count, 'fila', 'filas')}`}
          </Button>
        </div>
      </Stack>
    </div>
  )
}

interface ReplaceProps {
  equal: CellErrorGroup['texts'][number]
  field: Column
  onReplace: (value: string) => void
}

function ReplaceTextForm({ equal, field, onReplace }: ReplaceProps) {
  const [value, setValue] = useState(equal.suggestion ?? '')
  const [isEmpty, setEmpty] = useState(false)
  const options = getFieldOptions(field)
  function change(text: string) {
    setValue(text)
    setEmpty(false)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (value.trim() === '') setEmpty(true)
        else onReplace(value)
      }}
    >
      <Stack gap={2}>
        <FormField
          label={<>{equal.text ? <q>{equal.text}</q> : 'Celdas vacías'} → cambiar por</>}
          error={isEmpty ? 'Escriba el valor que va en su lugar.' : undefined}
        >
          {options ? (
            <Select
              placeholder="Elija una opción"
              options={options.map((option) => ({ value: option, label: option }))}
              value={value}
              onChange={(event) => change(event.target.value)}
            />
          ) : (
            <TextInput value={value} placeholder={field.example} onChange={(event) => change(event.target.value)} />
          )}
        </FormField>
        <div>
          <Button size="s" type="submit">
            {equal.count === 1
              ? 'Aplicar a 1 fila'
              : `Aplicar a las ${formatCount(equal.count, 'fila', 'filas iguales')}`}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
