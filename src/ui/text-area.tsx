import type { ComponentProps } from 'react'
import s from './control.module.css'
import { cx } from './cx.ts'
import { useControl } from './field-context.ts'

export function TextArea(props: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...props} {...useControl(props)} className={cx(s.control, props.className)} />
}
