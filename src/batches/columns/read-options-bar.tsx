import { useId } from 'react'
import { useStore } from 'zustand'
import { findColumnTarget } from '../../domain/batches/column-matching.ts'
import type { Field } from '../../domain/fields/field.ts'
import { isNumericField } from '../../domain/fields/field-types.ts'
import { formatCount } from '../../lib/number-format.ts'
import { encodingLabels, type TextEncodingName } from '../../sheets/files/workbook.ts'
import { getQuestionId } from '../../sheets/reading/column-question.ts'
import { Select } from '../../ui/form/form-field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Spinner } from '../../ui/state/spinner.tsx'
import type { ImportSession } from '../intake/import-session.ts'
import type { ImportState } from '../intake/import-state.ts'
import s from './read-options-bar.module.css'

const fileTypeLabels = { xlsx: 'Libro de Excel', ods: 'Hoja de OpenDocument', csv: 'Archivo de texto' } as const
const delimiterLabels: Record<string, string> = {
  ';': 'punto y coma ;',
  ',': 'coma ,',
  '\t': 'tabulador',
  '|': 'barra |',
}

const sharedSettings = {
  decimal: {
    label: 'decimal',
    options: [
      { value: ',', label: 'coma ,' },
      { value: '.', label: 'punto .' },
    ],
  },
  dateOrder: {
    label: 'fechas',
    options: [
      { value: 'dmy', label: 'dd/mm/aaaa' },
      { value: 'mdy', label: 'mm/dd/aaaa' },
    ],
  },
}

/** Row of selects for the detected file options: «separador ; · Windows-1252 · decimal , · fechas dd/mm/aaaa». */
export function ReadOptionsBar({ importing, fields }: { importing: ImportSession; fields: readonly Field[] }) {
  const state = useStore(importing.store)
  const { book, sheet, file, busy } = state
  if (!book) return null
  return (
    <section className={s.line} aria-label="Datos leídos del archivo">
      <Icon name="sheet" size={18} className={s.icon} />
      <span className={s.part}>
        <strong className={s.name}>{file?.name}</strong> {fileTypeLabels[book.kind]}
      </span>
      {book.sheets.length > 1 && (
        <InlineSelect
          label="hoja"
          value={String(sheet?.sheet ?? '')}
          options={book.sheets.map(({ name, rows, problem }, index) => ({
            value: String(index),
            label: problem ? `${name} (no se puede leer)` : `${name} (${formatCount(rows, 'fila', 'filas')})`,
          }))}
          onChange={(value) => void importing.pick({ sheet: Number(value) })}
        />
      )}
      {book.csv && (
        <>
          <InlineSelect
            label="separador"
            value={book.csv.delimiter}
            options={Object.entries(getDelimiterLabels(book.csv.delimiter)).map(toOption)}
            onChange={(delimiter) => void importing.reread({ delimiter })}
          />
          <InlineSelect
            label="letras"
            value={book.csv.encoding}
            options={Object.entries(encodingLabels).map(toOption)}
            onChange={(encoding) => void importing.reread({ encoding: encoding as TextEncodingName })}
          />
        </>
      )}
      {(['decimal', 'dateOrder'] as const).map((kind) => {
        const setting = getSharedSetting(state, fields, kind)
        return (
          setting && (
            <InlineSelect
              key={kind}
              {...sharedSettings[kind]}
              value={setting.value}
              unclear={setting.unclear}
              onChange={(value) => void importing.answer(createAnswers(setting.columns, kind, value))}
            />
          )
        )
      })}
      {busy && <Spinner />}
    </section>
  )
}

/** Returns the decimal separator or date order of all numeric or date columns. `value` is empty if the columns differ or a question is open. */
function getSharedSetting(
  { mapping, understanding }: ImportState,
  fields: readonly Field[],
  kind: 'decimal' | 'dateOrder',
) {
  const columns = Object.entries(mapping).flatMap(([column, key]) => {
    const field = findColumnTarget(key, fields)?.field
    const fits = field && (kind === 'decimal' ? isNumericField(field) : field.type === 'date')
    return fits ? [Number(column)] : []
  })
  const decided = columns.flatMap((column) => {
    const decision = understanding.decisions[column]
    const value = decision?.[kind] ?? (decision?.waiting === kind ? '' : undefined)
    return value === undefined ? [] : [value]
  })
  if (decided.length === 0) return null
  const same = decided.every((value) => value === decided[0])
  const value = same ? (decided[0] ?? '') : ''
  return { columns, value, unclear: decided.includes('') ? 'por responder' : 'según la columna' }
}

function createAnswers(columns: readonly number[], kind: 'decimal' | 'dateOrder', answer: string) {
  return Object.fromEntries(columns.map((column) => [getQuestionId({ column, kind }), answer]))
}

/** Returns the labels by delimiter. A delimiter that the file declares itself comes last. */
const getDelimiterLabels = (own: string) => ({ ...delimiterLabels, [own]: delimiterLabels[own] ?? own })

const toOption = ([value, label]: [string, string]) => ({ value, label })

interface InlineSelectProps {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  /** Option shown if `value` is not among the options, because the columns have different values. */
  unclear?: string
  onChange: (value: string) => void
}

function InlineSelect({ label, value, options, unclear = '', onChange }: InlineSelectProps) {
  const id = useId()
  return (
    <span className={s.choice}>
      <label htmlFor={id}>{label}</label>
      <Select
        id={id}
        value={value}
        options={options.some((option) => option.value === value) ? options : [{ value, label: unclear }, ...options]}
        onChange={(event) => onChange(event.target.value)}
      />
    </span>
  )
}
