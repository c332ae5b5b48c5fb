import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icon.tsx'
import s from './button.module.css'
import type { ButtonVariant } from './button.tsx'

interface Props extends ComponentProps<'a'> {
  variant?: ButtonVariant
  size?: 'm' | 's'
  icon?: IconName
}

function Anchor({ variant = 'secondary', size = 'm', icon, children, ...rest }: Props) {
  return (
    <a {...rest} className={cx(s.button, s[variant], size === 's' && s.small, rest.className)}>
      {icon && <Icon name={icon} size={size === 's' ? 16 : 18} />}
      <span className={s.label}>{children}</span>
    </a>
  )
}

export const LinkButton = createLink(Anchor)
