import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { BatchRow } from '../domain/batch.ts'
import type { Context, Field, Values } from '../domain/field.ts'
import { checkValues, readValue } from '../domain/values.ts'
import { messageOf, sentenceOf } from '../lib/message.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { Field as FieldBox } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Select } from '../ui/select.tsx'
import { Stack } from '../ui/stack.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { sendRows } from './queries.ts'
import { textOf } from './row-table.tsx'

interface Props {
  row: BatchRow
  fields: readonly Field[]
  context: Context
  onClose: () => void
}

/** One row of the sheet as a form; what is typed is read as it would be in the sheet. */
export function MendDialog({ row, fields, context, onClose }: Props) {
  const typed = fields.filter((field) => field.type !== 'computed' && field.type !== 'table')
  const [texts, setTexts] = useState(() => Object.fromEntries(typed.map(({ key }) => [key, textOf(fields, row, key)])))
  const [errors, setErrors] = useState<Record<string, string>>(row.errors)
  const [attempt, setAttempt] = useState(0)
  const saving = useMutation({
    mutationKey: ['batches', 'rows'],
    mutationFn: (values: Values) => sendRows(row.batch, [{ row: row.row, values }]),
    meta: { quiet: true },
    onSuccess({ errors: [refused] }) {
      if (refused) fail(refused.errors)
      else onClose()
    },
  })
  function fail(found: Record<string, string>) {
    setErrors(found)
    setAttempt((before) => before + 1)
  }
  function save() {
    const read = readAll(typed, texts, context)
    const values = { ...row.values, ...read.values }
    for (const { key } of typed) if (!(key in read.values)) delete values[key]
    const checked = { ...checkValues(fields, values, context).errors, ...read.errors }
    if (Object.keys(checked).length) fail(checked)
    else saving.mutate(values)
  }
  const summary = Object.entries(errors).map(([key, code]) => ({
    name: key,
    message: `${fields.find((field) => field.key === key)?.label ?? 'Fila'}: ${sentenceOf(code)}`,
  }))
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Corregir la fila ${row.row}`}
      size="l"
      locked={saving.isPending}
      footer={
        <>
          <Button onClick={onClose}>Volver</Button>
          <Button variant="primary" pending={saving.isPending} onClick={save}>
            Guardar la fila
          </Button>
        </>
      }
    >
      <Stack>
        <ErrorSummary errors={summary} attempt={attempt} />
        {saving.error && (
          <Notice tone="danger" live>
            {messageOf(saving.error)}
          </Notice>
        )}
        {typed.map((field) => (
          <FieldBox
            key={field.key}
            name={field.key}
            label={field.label}
            help={field.example ? `Por ejemplo: ${field.example}` : undefined}
            error={errors[field.key] ? sentenceOf(errors[field.key] ?? '') : undefined}
            optional={!field.required}
          >
            {field.type === 'choice' ? (
              <Select
                placeholder="Elija una opción"
                options={(field.options ?? []).map(({ value }) => ({ value, label: value }))}
                value={texts[field.key] ?? ''}
                onChange={(event) => setTexts({ ...texts, [field.key]: event.target.value })}
              />
            ) : (
              <TextInput
                value={texts[field.key] ?? ''}
                onChange={(event) => setTexts({ ...texts, [field.key]: event.target.value })}
              />
            )}
          </FieldBox>
        ))}
      </Stack>
    </Dialog>
  )
}

function readAll(fields: readonly Field[], texts: Record<string, string>, context: Context) {
  const values: Values = {}
  const errors: Record<string, string> = {}
  for (const field of fields) {
    const reading = readValue(field, texts[field.key] ?? '', context)
    if ('error' in reading) errors[field.key] = reading.error
    else if (reading.value !== null) values[field.key] = reading.value
  }
  return { values, errors }
}
