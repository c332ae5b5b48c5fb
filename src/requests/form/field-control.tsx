import { lazy, memo, Suspense, use, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { explain } from '../../domain/fields/explain.ts'
import type { Column, Field } from '../../domain/fields/field.ts'
import { type WarningCode, warnings } from '../../domain/fields/warnings.ts'
import { Button } from '../../ui/button.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { withNote } from '../field-note.tsx'
import { shownExample } from '../shown.ts'
import { ChoiceControl, ChoicesControl } from './choice-control.tsx'
import { ControlsContext } from './controls.ts'
import { DateControl } from './date-control.tsx'
import { ListControl } from './list-control.tsx'
import { LongTextControl, TextControl } from './text-control.tsx'

const FilesControl = lazy(async () => ({ default: (await import('./files-control.tsx')).FilesControl }))

interface Props {
  field: Field
  /** Every field of the format: a bound may name another one. */
  among: readonly Field[]
  /** What was asked of it when the request came back. */
  note: string | undefined
  /** What to say of a value that was there before anybody typed. */
  filled?: string | undefined
  required: boolean
  error: string | undefined
  suggestion: string | undefined
}

const grouped: readonly Column['type'][] = ['boolean', 'choices', 'file']
/** As many options as one takes in at a glance; more are a list to open. */
const atAGlance = 5

/** A field of a request with the control that suits its type, what is to be known of it and what is wrong with it. */
export const FieldControl = memo(function FieldControl({
  field,
  among,
  note: asked,
  filled,
  required,
  error,
  suggestion,
}: Props) {
  const { form } = use(ControlsContext)
  const note = useNote(form, field.key)
  const radios = field.type === 'choice' && (field.options ?? []).length <= atAGlance
  const example = shownExample(field)
  const help = [field.help, filled ?? (example && `Ejemplo: ${example}`)].filter(Boolean).join(' ')
  return (
    <FormField
      name={field.key}
      label={labelOf(field)}
      help={withNote(asked, help)}
      error={error && explain(field, error, among, form.getValues(field.key))}
      warning={note.text}
      optional={!required}
      required={required}
      group={radios || grouped.includes(field.type)}
    >
      {controlOf(field, among, radios, note.say)}
      {error && suggestion && <Suggestion path={field.key} field={field} text={suggestion} />}
    </FormField>
  )
})

function labelOf(field: Column): string {
  return field.type === 'money' && field.currency ? `${field.label} (${field.currency})` : field.label
}

function controlOf(field: Field, among: readonly Field[], radios: boolean, say: (warning: string | undefined) => void) {
  const path = field.key
  switch (field.type) {
    case 'longText':
      return <LongTextControl field={field} path={path} />
    case 'date':
      return <DateControl field={field} path={path} say={say} />
    case 'boolean':
      return <ChoiceControl path={path} options={['Sí', 'No']} inline />
    case 'choice':
      return <ChoiceControl path={path} options={(field.options ?? []).map((option) => option.value)} list={!radios} />
    case 'choices':
      return <ChoicesControl field={field} path={path} />
    case 'file':
      return (
        <Suspense fallback={<Skeleton lines={3} />}>
          <FilesControl field={field} path={path} />
        </Suspense>
      )
    default:
      return 'list' in field && field.list ? (
        <ListControl field={field} among={among} path={path} say={say} />
      ) : (
        <TextControl field={field} path={path} say={say} />
      )
  }
}

/** What was understood of a text and should be looked at: said when it is left, gone when it is changed. */
function useNote(form: UseFormReturn, path: string) {
  const [note, setNote] = useState<{ of: unknown; code: string } | null>(null)
  const current: unknown = useWatch({ control: form.control, name: path, disabled: note === null })
  return {
    text: note && note.of === current ? warnings[note.code as WarningCode] : undefined,
    say: (code: string | undefined) => setNote(code === undefined ? null : { of: form.getValues(path), code }),
  }
}

/** Button that replaces a value in error with the suggested one. */
function Suggestion({ path, field, text }: { path: string; field: Column; text: string }) {
  const { form, left } = use(ControlsContext)
  function take() {
    form.setValue(path, text, { shouldDirty: true })
    left(path)
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
