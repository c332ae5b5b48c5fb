import { use } from 'react'
import type { Column } from '../../domain/fields/field.ts'
import { Button } from '../../ui/button.tsx'
import { ControlsContext } from './controls.ts'

/** Puts what was probably meant in the value's place, when the person says so. */
export function Suggestion({ path, field, text }: { path: string; field: Column; text: string }) {
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
