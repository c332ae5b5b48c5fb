import { use } from 'react'
import { useController } from 'react-hook-form'
import type { Column } from '../../domain/fields/field.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select.tsx'
import { Stack } from '../../ui/stack.tsx'
import { FormControlsContext } from './form-controls.ts'

interface Props {
  path: string
  options: readonly string[]
  inline?: boolean
  /** Shows a select instead of radio buttons. */
  list?: boolean
  label?: string
}

/** Control for one of several options, as radio buttons or as a select. */
export function ChoiceControl({ path, options, inline = false, list = false, label }: Props) {
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
  return <RadioGroup name={path} options={named} value={value} onChange={choose} inline={inline || isShort(options)} />
}

function isShort(options: readonly string[]): boolean {
  return options.join('').length <= 24
}

/** Checkboxes for any number of options; the value lists them in the order of the format. */
export function ChoicesControl({ field: definition, path }: { field: Column; path: string }) {
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
