import { type ChangeEvent, createContext, type HTMLAttributes, type HTMLInputTypeAttribute, use } from 'react'
import { useController, useWatch } from 'react-hook-form'
import type { Column } from '../../domain/fields/field.ts'
import { type FieldType, isNumericField } from '../../domain/fields/field-types.ts'
import { isIsoDate } from '../../domain/time/calendar.ts'
import { formatLongDate, formatShortDate } from '../../domain/time/date.ts'
import { DateInput } from '../../ui/form/date-input.tsx'
import { Checkbox, Select, TextArea, TextInput } from '../../ui/form/form-field.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import { canonicalizeText, type FormValues, parseCell } from '../form-values.ts'
import s from './controls.module.css'
import type { FormControls } from './use-request-form.ts'

/** Context of the form; `null` outside a form. */
export const FormControlsContext = createContext<FormControls>(null as unknown as FormControls)

interface Props {
  field: Column
  path: string
  /** Receives the warning about the parsed text. */
  say?: (warning: string | undefined) => void
  /** Accessible name in a table cell: «Cantidad, fila 3». */
  label?: string
}

/**
 * Runs `work` now, or after the click while a mouse presses a control. `work` may move the pressed control, and the browser fires no click on a control
 * that moves.
 */
function runAfterPress(work: () => void) {
  if (document.querySelector(':is(a, button, label, input):active'))
    addEventListener('mouseup', () => setTimeout(work), { once: true })
  else work()
}

/** Returns the props that connect a text control to its form. */
export function useTextControl({ field, path, say }: Props) {
  const { form, context, onFocus, onBlur } = use(FormControlsContext)
  function echo() {
    const text = String(form.getValues(path) ?? '')
    const understood = canonicalizeText(field, text, form.getValues() as FormValues, context)
    if (understood.text === text) return
    form.setValue(path, understood.text, { shouldDirty: true })
    say?.(understood.warning)
  }
  const registered = form.register(path, {
    onBlur: () =>
      runAfterPress(() => {
        echo()
        onBlur(path)
      }),
  })
  return { ...registered, onFocus: () => onFocus(path), autoComplete: 'off' as const }
}

/** Maximum options shown as radio buttons; more options become a select. */
const maxRadioOptions = 5

export const hasRadioButtons = ({ type, options = [] }: Column) =>
  type === 'choice' && options.length <= maxRadioOptions

/** Control of a field or table cell that is typed or chosen. In a cell (`label` is set) it takes one line. */
export function ColumnControl(props: Props) {
  const { field, label } = props
  const isCell = label !== undefined
  switch (field.type) {
    case 'text':
    case 'email':
      return isCell ? <AutoGrowTextControl {...props} /> : <TextControl {...props} />
    case 'longText':
      return <LongTextControl {...props} />
    case 'date':
      return <DateControl {...props} />
    case 'boolean':
      return <ChoiceControl {...props} options={['Sí', 'No']} list={isCell} inline />
    case 'choice': {
      const options = (field.options ?? []).map(({ value }) => value)
      const inline = options.join('').length <= 24
      return <ChoiceControl {...props} options={options} list={isCell || !hasRadioButtons(field)} inline={inline} />
    }
    case 'choices':
      return <ChoicesControl {...props} />
    default:
      return <TextControl {...props} />
  }
}

const inputModes: Partial<Record<FieldType, HTMLAttributes<HTMLInputElement>['inputMode']>> = {
  integer: 'numeric',
  decimal: 'decimal',
  money: 'decimal',
  percent: 'decimal',
  email: 'email',
  phone: 'tel',
}
// No `type=email`, because our own validation has better messages than the browser's.
const inputTypes: Partial<Record<FieldType, HTMLInputTypeAttribute>> = { phone: 'tel' }

/** Single-line input, also for numbers, because `type=number` rejects «1.234,56». */
export function TextControl(props: Props) {
  const { field, label } = props
  return (
    <TextInput
      {...useTextControl(props)}
      type={inputTypes[field.type] ?? 'text'}
      inputMode={inputModes[field.type]}
      numeric={isNumericField(field)}
      spellCheck={field.type === 'text'}
      aria-label={label}
    />
  )
}

function LongTextControl(props: Props) {
  return <TextArea {...useTextControl(props)} aria-label={props.label} />
}

/** Single-line input that wraps in a table cell. Converts pasted line breaks to spaces. */
function AutoGrowTextControl(props: Props) {
  const { field, label } = props
  const { onChange, ...tied } = useTextControl(props)
  function change(event: ChangeEvent<HTMLTextAreaElement>) {
    const { value } = event.target
    if (/[\r\n]/.test(value)) event.target.value = value.replace(/\s*[\r\n]\s*/g, ' ')
    return onChange(event)
  }
  return (
    <TextArea
      {...tied}
      onChange={change}
      rows={1}
      data-line=""
      inputMode={inputModes[field.type]}
      spellCheck={field.type === 'text'}
      aria-label={label}
    />
  )
}

/** Date input. Shows the parsed date in words, except in table cells. */
function DateControl(props: Props) {
  const { field, path, label } = props
  const { form, context, onBlur } = use(FormControlsContext)
  const tied = useTextControl(props)
  const text = String(useWatch({ control: form.control, name: path }) ?? '')
  const reading = text.trim() ? parseCell(field, text, {} as FormValues, context) : null
  const read = reading && 'value' in reading ? String(reading.value) : ''
  const day = isIsoDate(read) ? read : ''
  function pick(picked: string) {
    form.setValue(path, formatShortDate(picked), { shouldDirty: true })
    onBlur(path)
  }
  return (
    <>
      <DateInput {...tied} day={day} label={label ?? field.label} onPick={pick} aria-label={label} />
      {label === undefined && <p className={s.echo}>{day && formatLongDate(day)}</p>}
    </>
  )
}

interface ChoiceProps extends Props {
  options: readonly string[]
  inline: boolean
  /** Shows a select instead of radio buttons. */
  list: boolean
}

/** Control for one of several options, as radio buttons or as a select. */
function ChoiceControl({ path, options, inline, list, label }: ChoiceProps) {
  const { form, onFocus, onBlur } = use(FormControlsContext)
  const { field } = useController({ name: path, control: form.control })
  const value = String(field.value ?? '')
  function choose(chosen: string) {
    field.onChange(chosen)
    onBlur(path)
  }
  // Lists the stored value even if the format no longer offers it, so that the control still shows it.
  const known = value === '' || options.includes(value) ? options : [...options, value]
  const named = known.map((option) => ({ value: option, label: option }))
  if (list)
    return (
      <Select
        options={named}
        placeholder="Elija…"
        aria-label={label}
        value={value}
        onFocus={() => onFocus(path)}
        onBlur={() => onBlur(path)}
        onChange={(event) => choose(event.target.value)}
      />
    )
  return <RadioGroup name={path} options={named} value={value} onChange={choose} inline={inline} />
}

/** Checkboxes for any number of options; the value lists them in the order of the format. */
function ChoicesControl({ field: definition, path }: Props) {
  const { form, onBlur } = use(FormControlsContext)
  const { field } = useController({ name: path, control: form.control })
  const chosen: string[] = Array.isArray(field.value) ? field.value : []
  const options = (definition.options ?? []).map((option) => option.value)
  function choose(option: string, on: boolean) {
    field.onChange(options.filter((one) => (one === option ? on : chosen.includes(one))))
    onBlur(path)
  }
  return (
    <Stack gap={2}>
      {options.map((option) => (
        <Checkbox
          key={option}
          label={option}
          checked={chosen.includes(option)}
          onChange={(event) => choose(option, event.target.checked)}
        />
      ))}
    </Stack>
  )
}
