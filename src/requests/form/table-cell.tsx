import { use } from 'react'
import { explain } from '../../domain/fields/explain.ts'
import type { Column, Row } from '../../domain/fields/field.ts'
import { printValue } from '../../domain/fields/values.ts'
import { FieldContext } from '../../ui/field-context.ts'
import { ChoiceControl } from './choice-control.tsx'
import { ChoicesControl } from './choices-control.tsx'
import { ControlsContext } from './controls.ts'
import { DateControl } from './date-control.tsx'
import { LineControl } from './line-control.tsx'
import { LongTextControl } from './long-text-control.tsx'
import s from './table-control.module.css'
import { TextControl } from './text-control.tsx'

interface Props {
  column: Column
  among: readonly Column[]
  path: string
  /** «Cantidad, fila 3» */
  label: string
  required: boolean
  error: string | undefined
  /** The row with what is computed from it. */
  complete: Row | undefined
}

/** One value of a row, named by its column and its row's number. */
export function TableCell({ column, among, path, label, required, error, complete }: Props) {
  const { form } = use(ControlsContext)
  const id = `field-${path}`
  const note = error ? `${id}-note` : undefined
  if (column.type === 'computed') {
    const value = complete?.[column.key]
    return <output aria-label={label}>{value === undefined ? '—' : printValue(column, value)}</output>
  }
  return (
    <FieldContext value={{ id, describedBy: note, invalid: Boolean(error), required }}>
      {controlOf(column, path, label)}
      {error && (
        <p id={note} className={s.error}>
          {explain(column, error, among, form.getValues(path))}
        </p>
      )}
    </FieldContext>
  )
}

function controlOf(column: Column, path: string, label: string) {
  switch (column.type) {
    case 'text':
    case 'email':
      return <LineControl field={column} path={path} label={label} />
    case 'longText':
      return <LongTextControl field={column} path={path} label={label} />
    case 'date':
      return <DateControl field={column} path={path} label={label} bare />
    case 'boolean':
      return <ChoiceControl path={path} options={['Sí', 'No']} label={label} list />
    case 'choice':
      return <ChoiceControl path={path} options={(column.options ?? []).map(({ value }) => value)} label={label} list />
    case 'choices':
      return <ChoicesControl field={column} path={path} />
    default:
      return <TextControl field={column} path={path} label={label} />
  }
}
