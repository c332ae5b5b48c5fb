import { type ComponentProps, type ReactNode, use, useEffect, useId, useRef } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import choices from './choice-controls.module.css'
import controls from './control.module.css'
import { FieldContext, FieldScopeContext, getFieldId, useFieldControl } from './field-context.ts'
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

interface TextInputProps extends ComponentProps<'input'> {
  /** Aligns the text right, for amounts. */
  numeric?: boolean
}

export function TextInput({ numeric, ...rest }: TextInputProps) {
  return (
    <input
      type="text"
      {...rest}
      {...useFieldControl(rest)}
      className={cx(controls.control, numeric && controls.number, rest.className)}
    />
  )
}

export function TextArea(props: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...props} {...useFieldControl(props)} className={cx(controls.control, props.className)} />
}

interface SelectOption {
  value: string
  label: string
  disabled?: boolean
  /** Label of the group that shows the option; options without a group come first. */
  group?: string
}

interface SelectProps extends ComponentProps<'select'> {
  options: readonly SelectOption[]
  /** Label of the first option, whose value is empty. */
  placeholder?: string
}

export function Select({ options, placeholder, ...rest }: SelectProps) {
  return (
    <select {...rest} {...useFieldControl(rest)} className={cx(controls.control, rest.className)}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {renderOptions(options.filter(({ group }) => !group))}
      {[...new Set(options.flatMap(({ group }) => group ?? []))].map((label) => (
        <optgroup key={label} label={label}>
          {renderOptions(options.filter(({ group }) => group === label))}
        </optgroup>
      ))}
    </select>
  )
}

const renderOptions = (options: readonly SelectOption[]) =>
  options.map(({ value, label, disabled }) => (
    <option key={value} value={value} disabled={disabled}>
      {label}
    </option>
  ))

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  help?: ReactNode
  /** Whether only some of the items that the checkbox represents are selected. */
  indeterminate?: boolean
  hideLabel?: boolean
}

export function Checkbox({ label, help, indeterminate = false, hideLabel = false, ref, ...rest }: CheckboxProps) {
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
    <label className={cx(choices.row, rest.className)}>
      <input {...rest} ref={attach} type="checkbox" className={choices.box} aria-describedby={help ? id : undefined} />
      <span className={cx(hideLabel && 'visually-hidden')}>
        {label}
        {help && (
          <span id={id} className={choices.help}>
            {help}
          </span>
        )}
      </span>
    </label>
  )
}
