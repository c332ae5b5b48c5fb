import type { ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { cx } from '../cx.ts'
import type { BadgeTone } from '../data/badge.tsx'
import { Icon, type IconName } from '../icon.tsx'
import notice from './notice.module.css'
import s from './screen-states.module.css'

interface Props {
  icon?: IconName
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon = 'requests', title, children, action }: Props) {
  return (
    <div className={s.empty}>
      <span className={s.medal}>
        <Icon name={icon} size={24} />
      </span>
      <div className={s.title}>{title}</div>
      {children && <div className={s.text}>{children}</div>}
      {action && <div className={s.action}>{action}</div>}
    </div>
  )
}

export function ErrorState({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div className={s.empty} role="alert">
      <span className={s.medal}>
        <Icon name="alert" size={24} />
      </span>
      <p className={s.title}>No se pudo cargar</p>
      <p className={s.text}>{message}</p>
      <div className={s.action}>
        <Button icon="refresh" onClick={onRetry}>
          Intentar de nuevo
        </Button>
      </div>
    </div>
  )
}

interface SkeletonProps {
  lines?: number
  /** CSS height, for content other than text. */
  height?: string
}

export function Skeleton({ lines = 1, height }: SkeletonProps) {
  return (
    <div className={s.lines} role="status">
      <span className="visually-hidden">Cargando…</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the empty lines have a fixed order
        <span key={line} className={s.line} style={height ? { height } : { width: `${94 - ((line * 37) % 40)}%` }} />
      ))}
    </div>
  )
}

const icons = {
  neutral: 'info',
  info: 'info',
  success: 'approve',
  warning: 'alert',
  danger: 'alert',
} as const satisfies Record<BadgeTone, IconName>

interface NoticeProps {
  tone?: BadgeTone
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Whether screen readers announce the notice when it appears. */
  live?: boolean
}

/** Message box within the page; unlike a toast, it does not disappear. */
export function Notice({ tone = 'info', title, children, action, live = false }: NoticeProps) {
  const role = live ? (tone === 'danger' ? 'alert' : 'status') : undefined
  return (
    <div className={cx(notice.notice, `tone-${tone}`)} role={role}>
      <Icon name={icons[tone]} size={18} className={notice.icon} />
      <div className={notice.text}>
        {title && <p className="text-strong">{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {action}
    </div>
  )
}

/** Error message that screen readers announce; nothing without a message. */
export function ErrorNotice({ children }: { children: ReactNode }) {
  if (!children) return null
  return (
    <Notice tone="danger" live>
      {children}
    </Notice>
  )
}
