import { Icon, type IconName } from '../icon.tsx'
import s from './segmented-control.module.css'

interface Props<Value extends string> {
  label: string
  name: string
  options: readonly { value: Value; label: string; icon?: IconName }[]
  value: Value
  onChange: (value: Value) => void
  /** Shows icons only; the labels remain for screen readers. */
  iconsOnly?: boolean
}

/** Radio group drawn as adjacent buttons. */
export function SegmentedControl<Value extends string>(props: Props<Value>) {
  return (
    <fieldset className={s.group}>
      <legend className="visually-hidden">{props.label}</legend>
      {props.options.map((option) => (
        <label key={option.value} className={s.option} title={props.iconsOnly ? option.label : undefined}>
          <input
            type="radio"
            className="visually-hidden"
            name={props.name}
            value={option.value}
            checked={props.value === option.value}
            onChange={() => props.onChange(option.value)}
          />
          {option.icon && <Icon name={option.icon} size={16} />}
          <span className={props.iconsOnly ? 'visually-hidden' : undefined}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
