import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'
import s from './empty-state.module.css'

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
