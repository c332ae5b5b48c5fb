import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import s from './control.module.css'
import { useFieldControl } from './field-context.ts'

export function TextArea(props: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...props} {...useFieldControl(props)} className={cx(s.control, props.className)} />
}
