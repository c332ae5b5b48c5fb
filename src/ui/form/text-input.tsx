import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import s from './control.module.css'
import { useFieldControl } from './field-context.ts'

interface Props extends ComponentProps<'input'> {
  /** Aligns the text right, for amounts. */
  numeric?: boolean
}

export function TextInput({ numeric, ...rest }: Props) {
  return (
    <input
      type="text"
      {...rest}
      {...useFieldControl(rest)}
      className={cx(s.control, numeric && s.number, rest.className)}
    />
  )
}
