import { type ComponentProps, type ReactNode, useId } from 'react'
import choices from './choice-controls.module.css'
import s from './switch.module.css'

interface Props extends Omit<ComponentProps<'input'>, 'type'> {
  label: ReactNode
  help: ReactNode
}

/** Switch for a setting that takes effect immediately. Use a checkbox in a form that is submitted. */
export function Switch({ label, help, ...rest }: Props) {
  const id = useId()
  return (
    <label className={s.row}>
      {/* biome-ignore lint/a11y/useAriaPropsForRole: a checkbox exposes its own state */}
      <input {...rest} type="checkbox" role="switch" className={s.track} aria-describedby={id} />
      <span>
        {label}
        <span id={id} className={choices.help}>
          {help}
        </span>
      </span>
    </label>
  )
}
