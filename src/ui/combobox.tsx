import { lazy, Suspense } from 'react'
import type { ComboboxProps } from './combobox-control.tsx'
import { TextInput } from './text-input.tsx'

const Control = lazy(() => import('./combobox-control.tsx').then((module) => ({ default: module.ComboboxControl })))

/** One of many, found by typing. What it is made of is large and comes after the page around it, which keeps its place. */
export function Combobox(props: ComboboxProps) {
  return (
    <Suspense fallback={<TextInput id={props.id} readOnly placeholder={props.placeholder} aria-label={props.label} />}>
      <Control {...props} />
    </Suspense>
  )
}
