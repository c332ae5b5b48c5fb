import { createLink } from '@tanstack/react-router'
import type { ComponentProps, MouseEvent } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icon.tsx'
import { Spinner } from '../state/spinner.tsx'
import s from './button.module.css'

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

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

interface AnchorProps extends ComponentProps<'a'> {
  variant?: ButtonVariant
  size?: 'm' | 's'
  icon?: IconName
}

function Anchor({ variant = 'secondary', size = 'm', icon, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={cx(s.button, s[variant], size === 's' && s.small, rest.className)}>
      {icon && <Icon name={icon} size={size === 's' ? 16 : 18} />}
      <span className={s.label}>{children}</span>
    </a>
  )
}

export const LinkButton = createLink(Anchor)

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** Accessible name and tooltip of the button. */
  label: string
  icon: IconName
  size?: 'm' | 's'
}

export function IconButton({ label, icon, size = 'm', ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={cx(s.iconButton, size === 's' && s.iconSmall, rest.className)}
    >
      <Icon name={icon} size={size === 's' ? 16 : 20} />
    </button>
  )
}
