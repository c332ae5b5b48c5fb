import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import type { BadgeTone } from '../data/badge.tsx'
import { Icon, type IconName } from '../icon.tsx'
import s from './notice.module.css'

const icons = {
  neutral: 'info',
  info: 'info',
  success: 'approve',
  warning: 'alert',
  danger: 'alert',
} as const satisfies Record<BadgeTone, IconName>

interface Props {
  tone?: BadgeTone
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Whether screen readers announce the notice when it appears. */
  live?: boolean
}

/** Message box within the page; unlike a toast, it does not disappear. */
export function Notice({ tone = 'info', title, children, action, live = false }: Props) {
  const role = live ? (tone === 'danger' ? 'alert' : 'status') : undefined
  return (
    <div className={cx(s.notice, s[tone])} role={role}>
      <Icon name={icons[tone]} size={18} className={s.icon} />
      <div className={s.text}>
        {title && <p className={s.title}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {action}
    </div>
  )
}
