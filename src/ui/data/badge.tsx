import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icon.tsx'
import s from './badge.module.css'

export type BadgeTone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

/** Status label. Colour and icon only repeat the text, so that colour is never the only signal. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: BadgeTone
  icon?: IconName
  children: ReactNode
}) {
  return (
    <span className={cx(s.badge, `tone-${tone}`, tone === 'neutral' && s.neutral)}>
      {icon ? <Icon name={icon} size={14} /> : <span className={s.dot} />}
      {children}
    </span>
  )
}
