import type { CSSProperties, ReactNode } from 'react'
import s from './stack.module.css'

type Gap = 1 | 2 | 3 | 4 | 5 | 6

interface Props {
  /** Step of the spacing scale. */
  gap?: Gap
  /** Whether the content takes the full width of its `Columns`, whose narrow column moves below. */
  isWide?: boolean
  children: ReactNode
}

export function Stack({ gap = 4, isWide = false, children }: Props) {
  return (
    <div className={s.stack} data-wide={isWide || undefined} style={{ '--gap': `var(--s${gap})` } as CSSProperties}>
      {children}
    </div>
  )
}
