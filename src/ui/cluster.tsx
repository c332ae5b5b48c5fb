import type { CSSProperties, ReactNode } from 'react'
import { cx } from './cx.ts'
import s from './stack.module.css'

interface Props {
  gap?: 1 | 2 | 3 | 4 | 5
  /** At the end of the line. */
  end?: boolean
  children: ReactNode
}

/** Things beside each other that wrap where they must. */
export function Cluster({ gap = 2, end = false, children }: Props) {
  return (
    <div className={cx(s.cluster, end && s.end)} style={{ '--gap': `var(--s${gap})` } as CSSProperties}>
      {children}
    </div>
  )
}
