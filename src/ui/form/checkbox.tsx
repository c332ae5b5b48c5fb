import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { cx } from '../cx.ts'
import s from './checkbox.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  help?: ReactNode
  /** Whether only some of the items that the checkbox represents are selected. */
  indeterminate?: boolean
  hideLabel?: boolean
}

export function Checkbox({ label, help, indeterminate = false, hideLabel = false, ref, ...rest }: Props) {
  const own = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => {
    if (own.current) own.current.indeterminate = indeterminate
  }, [indeterminate])
  function attach(node: HTMLInputElement | null) {
    own.current = node
    if (typeof ref === 'function') ref(node)
    else if (ref) ref.current = node
  }
  return (
    <label className={cx(s.row, rest.className)}>
      <input {...rest} ref={attach} type="checkbox" className={s.box} aria-describedby={help ? id : undefined} />
      <span className={cx(hideLabel && 'visually-hidden')}>
        {label}
        {help && (
          <span id={id} className={s.help}>
            {help}
          </span>
        )}
      </span>
    </label>
  )
}
