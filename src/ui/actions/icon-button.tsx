import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icon.tsx'
import s from './icon-button.module.css'

interface Props extends Omit<ComponentProps<'button'>, 'children'> {
  /** Accessible name and tooltip of the button. */
  label: string
  icon: IconName
  size?: 'm' | 's'
}

export function IconButton({ label, icon, size = 'm', ...rest }: Props) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(s.button, size === 's' && s.small, rest.className)}
    >
      <Icon name={icon} size={size === 's' ? 16 : 20} />
    </button>
  )
}
