import type { CSSProperties, ReactNode } from 'react'
import { cx } from './cx.ts'
import s from './stack.module.css'

interface Props {
  /** Columns no narrower than this many rem, as many as fit. */
  min?: number
  /** One wide column and a narrow one of the given width in rem to its right, below each other on a narrow screen. */
  aside?: number
  gap?: 2 | 3 | 4 | 5 | 6
  children: ReactNode
}

export function Columns({ min = 16, aside, gap = 4, children }: Props) {
  const style = { '--gap': `var(--s${gap})`, '--min': `${min}rem`, '--aside': `${aside ?? 0}rem` } as CSSProperties
  return (
    <div className={cx(aside ? s.aside : s.columns)} style={style} data-columns={aside ? undefined : ''}>
      {children}
    </div>
  )
}
