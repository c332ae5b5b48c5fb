import { Children, type CSSProperties, type ReactNode } from 'react'
import { useMediaQuery } from '../use-media-query.ts'
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
  // In the order of the screen, because the focus moves in the order of the elements.
  const isStacked = useMediaQuery('(max-width: 63.99rem)')
  const ordered = Children.toArray(children)
  return (
    <div className={aside ? s.aside : s.columns} style={style} data-columns={aside ? undefined : ''}>
      {isAsideFirst && isStacked ? ordered.reverse() : ordered}
    </div>
  )
}
