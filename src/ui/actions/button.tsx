import type { ComponentProps, MouseEvent } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icon.tsx'
import { Spinner } from '../state/spinner.tsx'
import s from './button.module.css'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

interface Props extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: 'm' | 's'
  icon?: IconName
  /** Whether an action is running. The button then ignores clicks, but its width and focus are unchanged. */
  pending?: boolean
}

export function Button({ variant = 'secondary', size = 'm', icon, pending = false, children, ...rest }: Props) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    // Ignores the second click of a double click on submit, primary and danger buttons.
    const again = event.detail > 1 && (rest.type === 'submit' || variant === 'primary' || variant === 'danger')
    if (pending || again) event.preventDefault()
    else rest.onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      onClick={press}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      className={cx(s.button, s[variant], size === 's' && s.small, pending && s.pending, rest.className)}
    >
      {icon && <Icon name={icon} size={size === 's' ? 16 : 18} />}
      <span className={s.label}>{children}</span>
      {pending && (
        <span className={s.spinner}>
          <Spinner />
        </span>
      )}
    </button>
  )
}
