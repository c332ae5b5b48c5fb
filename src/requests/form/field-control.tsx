import { memo, use, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Column, Field } from '../../domain/fields/field.ts'
import { getFieldErrorMessage } from '../../domain/fields/field-error-message.ts'
import type { FieldType } from '../../domain/fields/field-types.ts'
import { type WarningCode, warningMessages } from '../../domain/fields/warnings.ts'
import { Button } from '../../ui/actions/button.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { prependFieldNote } from '../field-note.tsx'
import { formatExample } from '../form-conversion.ts'
import { fieldControlProperties } from '../form-values.ts'
import { ColumnControl, FormControlsContext, hasRadioButtons } from './controls.tsx'
import { FileControl } from './file-control.tsx'
import { RecordControl } from './record-control.tsx'

interface Props {
  field: Field
  /** All fields of the format, because a limit may refer to another field. */
  among: readonly Field[]
  note: string | undefined
  /** Note that names the source of a prefilled value. */
  filled?: string | undefined
  required: boolean
  error: string | undefined
  suggestion: string | undefined
}

/** Field of a request with its control, help text, error and suggestion. */
export const FieldControl = memo(function FieldControl({
  field,
  among,
  note: asked,
  filled,
  required,
  error,
  suggestion,
}: Props) {
  const { form } = use(FormControlsContext)
  const note = useNote(form, field.key)
  const example = formatExample(field)
  const help = [field.help, filled ?? (example && `Ejemplo: ${example}`)].filter(Boolean).join(' ')
  return (
    <FormField
      name={field.key}
      label={renderLabel(field)}
      help={prependFieldNote(asked, help)}
      error={error && getFieldErrorMessage(field, error, among, form.getValues(field.key))}
      warning={note.text}
      optional={!required}
      required={required}
      group={hasRadioButtons(field) || fieldControlProperties[field.type].includes('group')}
    >
      {renderControl(field, among, note.say)}
      {error && suggestion && <Suggestion path={field.key} field={field} text={suggestion} />}
    </FormField>
  )
})

function renderLabel(field: Column): string {
  return field.type === 'money' && field.currency ? `${field.label} (${field.currency})` : field.label
}

/** Types whose control cannot suggest the records of a list. */
const typesWithoutSuggestions: readonly FieldType[] = ['longText', 'date', 'boolean', 'choice', 'choices']

function renderControl(field: Field, among: readonly Field[], say: (warning: string | undefined) => void) {
  const path = field.key
  if (field.type === 'file') return <FileControl field={field} path={path} />
  return field.list && !typesWithoutSuggestions.includes(field.type) ? (
    <RecordControl field={field} among={among} path={path} say={say} />
  ) : (
    <ColumnControl field={field} path={path} say={say} />
  )
}

/**
 * Returns the warning about the field's parsed text and a function to set it. Clears the warning when the text changes.
 */
function useNote(form: UseFormReturn, path: string) {
  const [note, setNote] = useState<{ of: unknown; code: string } | null>(null)
  const current: unknown = useWatch({ control: form.control, name: path, disabled: note === null })
  return {
    text: note && note.of === current ? warningMessages[note.code as WarningCode] : undefined,
    say: (code: string | undefined) => setNote(code === undefined ? null : { of: form.getValues(path), code }),
  }
}

function Suggestion({ path, field, text }: { path: string; field: Column; text: string }) {
  const { form, onBlur } = use(FormControlsContext)
  function take() {
    form.setValue(path, text, { shouldDirty: true })
    onBlur(path)
    form.setFocus(path)
  }
  return (
    <div>
      <Button size="s" icon="check" onClick={take} aria-label={`${field.label}: usar ${text}`}>
        Usar {text}
      </Button>
    </div>
  )
}
