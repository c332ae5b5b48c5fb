import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import s from './description-list.module.css'

interface Item {
  term: string
  value: ReactNode
  /** Takes the whole row, as a long text or a table does. */
  wide?: boolean
  /** What is said of the value. */
  below?: ReactNode
}

/** Terms and what they are, in two columns where there is room. */
export function DescriptionList({ items }: { items: readonly Item[] }) {
  return (
    <dl className={s.list}>
      {items.map((item) => (
        <div key={item.term} className={cx(s.item, item.wide && s.wide)}>
          <dt className={s.term}>{item.term}</dt>
          <dd className={s.value}>
            {item.value === '' || item.value == null ? '—' : item.value}
            {item.below}
          </dd>
        </div>
      ))}
    </dl>
  )
}
