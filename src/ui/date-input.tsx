import type { ComponentProps } from 'react'
import s from './control.module.css'
import { cx } from './cx.ts'
import { useControl } from './field-context.ts'

/** The platform's own calendar; its value is `YYYY-MM-DD`. */
export function DateInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  return <input {...props} type="date" {...useControl(props)} className={cx(s.control, props.className)} />
}
