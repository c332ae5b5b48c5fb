import { type ReactNode, use, useId } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import { FieldContext, FieldScopeContext, getFieldId } from './field-context.ts'
import s from './form-field.module.css'

interface Props {
  label: ReactNode
  /** Name of the value in its form. It sets the control's id, which the error summary links to. */
  name?: string
  help?: ReactNode
  /** Error message, not the code. */
  error?: string | undefined
  warning?: string | undefined
  /** Adds «(opcional)» to the label. */
  optional?: boolean
  required?: boolean
  /** Renders a fieldset with a legend, for several controls under one label. */
  group?: boolean
  hideLabel?: boolean
  className?: string | undefined
  children: ReactNode
}

/** Label, control, help and error, linked for screen readers. */
export function FormField(props: Props) {
  const { label, name, help, error, warning, optional = false, required = false, group = false } = props
  const own = useId()
  const scope = use(FieldScopeContext)
  const id = name ? getFieldId(scope, name) : own
  const helpId = help ? `${id}-help` : undefined
  const noteId = error || warning ? `${id}-note` : undefined
  const describedBy = [helpId, noteId].filter(Boolean).join(' ') || undefined
  const labelClass = cx(s.label, props.hideLabel && 'visually-hidden')
  const text = (
    <>
      {label}
      {optional && <span className={s.optional}> (opcional)</span>}
    </>
  )
  const inside = (
    <>
      {help && (
        <p id={helpId} className={s.help}>
          {help}
        </p>
      )}
      <FieldContext value={{ ...(!group && { id, describedBy }), invalid: Boolean(error), required }}>
        {props.children}
      </FieldContext>
      {(error || warning) && (
        <p id={noteId} className={error ? s.error : s.warning}>
          <Icon name="alert" size={16} />
          <span>{error ?? warning}</span>
        </p>
      )}
    </>
  )
  if (group)
    return (
      <fieldset id={id} tabIndex={-1} className={cx(s.field, props.className)} aria-describedby={describedBy}>
        <legend className={labelClass}>{text}</legend>
        {inside}
      </fieldset>
    )
  return (
    <div className={cx(s.field, props.className)}>
      <label htmlFor={id} className={labelClass}>
        {text}
      </label>
      {inside}
    </div>
  )
}
