import { use } from 'react'
import { useController } from 'react-hook-form'
import type { Column } from '../../domain/fields/field.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Stack } from '../../ui/stack.tsx'
import { ControlsContext } from './controls.ts'

/** Any of several, kept in the order of the format. */
export function ChoicesControl({ field: definition, path }: { field: Column; path: string }) {
  const { form, left } = use(ControlsContext)
  const { field } = useController({ name: path, control: form.control })
  const chosen: string[] = Array.isArray(field.value) ? field.value : []
  const options = (definition.options ?? []).map((option) => option.value)
  function choose(option: string, on: boolean) {
    field.onChange(options.filter((one) => (one === option ? on : chosen.includes(one))))
    left(path)
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
