import type { CSSProperties, ReactNode } from 'react'
import { cx } from './cx.ts'
import s from './stack.module.css'

interface Props {
  /** Minimum column width in rem; as many columns are shown as fit. */
  min?: number
  /** Width in rem of a narrow column to the right of a wide column. Narrow screens stack both. */
  aside?: number
  /** Whether the narrow column comes first where both are stacked. */
  isAsideFirst?: boolean
  gap?: 2 | 3 | 4 | 5 | 6
  children: ReactNode
}

export function Columns({ min = 16, aside, isAsideFirst, gap = 4, children }: Props) {
  const style = { '--gap': `var(--s${gap})`, '--min': `${min}rem`, '--aside': `${aside ?? 0}rem` } as CSSProperties
  return (
    <div
      className={cx(aside ? s.aside : s.columns, isAsideFirst && s.asideFirst)}
      style={style}
      data-columns={aside ? undefined : ''}
    >
      {children}
    </div>
  )
}
