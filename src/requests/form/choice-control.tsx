import { use } from 'react'
import { useController } from 'react-hook-form'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select.tsx'
import { ControlsContext } from './controls.ts'

interface Props {
  path: string
  options: readonly string[]
  inline?: boolean
  /** A list to open in place of buttons. */
  list?: boolean
  label?: string
}

/** One of several: buttons where they can be taken in at a glance, a list otherwise. */
export function ChoiceControl({ path, options, inline = false, list = false, label }: Props) {
  const { form, entered, left } = use(ControlsContext)
  const { field } = useController({ name: path, control: form.control })
  const value = String(field.value ?? '')
  function choose(chosen: string) {
    field.onChange(chosen)
    left(path)
  }
  // A stored text that is no option any more is kept in sight until another is chosen.
  const known = value === '' || options.includes(value) ? options : [...options, value]
  const named = known.map((option) => ({ value: option, label: option }))
  if (list)
    return (
      <Select
        options={named}
        placeholder="Elija…"
        aria-label={label}
        value={value}
        onFocus={() => entered(path)}
        onBlur={() => left(path)}
        onChange={(event) => choose(event.target.value)}
      />
    )
  return <RadioGroup name={path} options={named} value={value} onChange={choose} inline={inline || isShort(options)} />
}

function isShort(options: readonly string[]): boolean {
  return options.join('').length <= 24
}
