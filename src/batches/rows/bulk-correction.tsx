import { useState } from 'react'
import { findColumnTarget } from '../../domain/batches/column-matching.ts'
import type { Column, Field } from '../../domain/fields/field.ts'
import { formatCount, formatNumber } from '../../lib/number-format.ts'
import type { CellErrorGroup } from '../../sheets/validation/error-groups.ts'
import { getFieldOptions } from '../../sheets/writing/template-columns.ts'
import { Button } from '../../ui/actions/button.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Stack } from '../../ui/page/stack.tsx'
import s from './error-cause-list.module.css'
import type { RowEditor } from './row-editor.ts'

interface Props {
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

export function BulkCorrection({ editor, group, fields, onQuestions }: Props) {
  const target = findColumnTarget(group.key, fields)
  const suggested = group.texts.filter(({ suggestion }) => suggestion !== undefined)
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
              : `Usar las sugerencias en ${formatCount(sumCounts(suggested), 'fila', 'filas')}`}
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

function sumCounts(texts: readonly { count: number }[]): number {
  return texts.reduce((all, { count }) => all + count, 0)
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
