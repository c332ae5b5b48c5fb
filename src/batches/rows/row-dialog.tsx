import { useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import type { RowView } from '../../sheets/validation/conversion-overview.ts'
import {
  formatCellError,
  formatCellWarning,
  formatListNote,
  getCellLabel,
  listRowErrors,
} from '../../sheets/writing/cell-messages.ts'
import { getFieldOptions } from '../../sheets/writing/template-columns.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorSummary } from '../../ui/error-summary.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Select } from '../../ui/select.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { GridColumn } from './grid-column.ts'
import type { RowEditor } from './row-editor.ts'

interface Props {
  editor: RowEditor
  row: RowView
  columns: readonly GridColumn[]
  fields: readonly Field[]
  onClose: () => void
}

/** Dialog to correct one row. Parses typed texts like cells of the sheet, and closes once the row is valid. */
export function RowDialog({ editor, row, columns, fields, onClose }: Props) {
  const [view, setView] = useState(row)
  const [texts, setTexts] = useState<Record<string, string>>({})
  // Starts at 1, so that the first invalid field gets the focus when the dialog opens.
  const [attempt, setAttempt] = useState(1)
  const [pending, setPending] = useState(false)
  const textOf = (key: string) => texts[key] ?? view.cells[key]?.text ?? ''

  async function save() {
    const changed = Object.fromEntries(
      Object.entries(texts).filter(([key, text]) => text !== (view.cells[key]?.text ?? '')),
    )
    if (Object.keys(changed).length === 0) return onClose()
    setPending(true)
    const after = await editor.editRow(view.row, changed)
    setPending(false)
    if (after.status !== 'error') return onClose()
    setTexts({})
    setView(after)
    setAttempt((before) => before + 1)
  }
  const cells = columns.flatMap(({ key }) => {
    const { error, text } = view.cells[key] ?? {}
    return error
      ? [{ name: key, message: `${getCellLabel(key, fields)}: ${formatCellError(key, error, fields, text)}` }]
      : []
  })
  const rowErrors = listRowErrors(view, fields).map(({ key, text }) => ({
    name: key,
    message: `${getCellLabel(key, fields)}: ${text}`,
  }))
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Fila ${view.row}`}
      size="l"
      locked={pending}
      footer={
        <>
          <Button onClick={onClose}>Volver</Button>
          <Button variant="primary" pending={pending} onClick={() => void save()}>
            Guardar la fila
          </Button>
        </>
      }
    >
      <Stack>
        <ErrorSummary errors={[...rowErrors, ...cells]} attempt={attempt} />
        {columns.map(({ key, label, field }) => {
          const cell = view.cells[key]
          if (!cell) return null
          const options = getFieldOptions(field)
          const isTyped = texts[key] !== undefined && texts[key] !== cell.text
          const isFixed = cell.listed?.fixed ?? false
          const set = (text: string) => setTexts({ ...texts, [key]: text })
          return (
            <FormField
              key={key}
              name={key}
              label={label}
              help={
                cell.listed && !isTyped
                  ? formatListNote(cell.listed)
                  : field.example
                    ? `Por ejemplo: ${field.example}`
                    : undefined
              }
              error={!isTyped && cell.error ? formatCellError(key, cell.error, fields, cell.text) : undefined}
              warning={!isTyped && cell.warning ? formatCellWarning(cell.warning) : undefined}
              optional={!field.required && !field.requiredIf}
            >
              {options ? (
                <Select
                  disabled={isFixed}
                  placeholder="Elija una opción"
                  options={withText(options, textOf(key)).map((value) => ({ value, label: value }))}
                  value={textOf(key)}
                  onChange={(event) => set(event.target.value)}
                />
              ) : field.type === 'longText' ? (
                <TextArea readOnly={isFixed} value={textOf(key)} onChange={(event) => set(event.target.value)} />
              ) : (
                <TextInput readOnly={isFixed} value={textOf(key)} onChange={(event) => set(event.target.value)} />
              )}
              {cell.suggestion !== undefined && !isTyped && (
                <div>
                  <Button size="s" icon="check" onClick={() => set(cell.suggestion ?? '')}>
                    {`Usar «${cell.suggestion}»`}
                  </Button>
                </div>
              )}
            </FormField>
          )
        })}
      </Stack>
    </Dialog>
  )
}

/** Adds the cell's text to the options if missing, because a select cannot show a text that is not an option. */
function withText(options: readonly string[], text: string): string[] {
  return text === '' || options.includes(text) ? [...options] : [text, ...options]
}
