import { Suspense } from 'react'
import { lazyComponent } from '../../lib/loading/lazy-component.tsx'
import type { ComboboxProps } from './combobox-control.tsx'
import { TextInput } from './form-field.tsx'

const Control = lazyComponent(async () => (await import('./combobox-control.tsx')).ComboboxControl)

/** Lazy-loaded combobox, because its library is large. A read-only input reserves the space meanwhile. */
export function Combobox(props: ComboboxProps) {
  return (
    <Suspense fallback={<TextInput id={props.id} readOnly placeholder={props.placeholder} aria-label={props.label} />}>
      <Control {...props} />
    </Suspense>
  )
}
