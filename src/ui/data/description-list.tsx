import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import s from './description-list.module.css'

interface Item {
  term: string
  value: ReactNode
  /** Whether the item spans the whole row, as for a long text or a table. */
  wide?: boolean
  below?: ReactNode
}

/** List of terms and values, in as many columns as fit. */
export function DescriptionList({ items }: { items: readonly Item[] }) {
  return (
    <dl className={s.list}>
      {items.map((item) => (
        <div key={item.term} className={cx('shrinkable', item.wide && s.wide)}>
          <dt className="text-tertiary">{item.term}</dt>
          <dd className={s.value}>
            {item.value === '' || item.value == null ? '—' : item.value}
            {item.below}
          </dd>
        </div>
      ))}
    </dl>
  )
}
