import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import { Icon, type IconName } from '../icon.tsx'
import type { BadgeTone } from './badge.tsx'
import s from './timeline.module.css'

export interface TimelineItem {
  id: string
  icon: IconName
  tone?: BadgeTone
  title: ReactNode
  /** Date and time in ISO 8601, for the `datetime` attribute. */
  at: string
  /** Date and time, already formatted for display. */
  when: string
  detail?: ReactNode
}

export function Timeline({ items }: { items: readonly TimelineItem[] }) {
  return (
    <ol className={s.list}>
      {items.map((item) => (
        <li key={item.id} className={s.item}>
          <span className={cx(s.mark, `tone-${item.tone ?? 'neutral'}`)}>
            <Icon name={item.icon} size={16} />
          </span>
          <div className={s.text}>
            <p>{item.title}</p>
            <time dateTime={item.at} className="text-tertiary">
              {item.when}
            </time>
            {item.detail && <div className={s.detail}>{item.detail}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}
