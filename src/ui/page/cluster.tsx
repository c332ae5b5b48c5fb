import type { CSSProperties, ReactNode } from 'react'
import { cx } from '../cx.ts'
import s from './stack.module.css'

interface Props {
  gap?: 1 | 2 | 3 | 4 | 5
  /** Aligns the items to the end of the row. */
  end?: boolean
  children: ReactNode
}

/** Row of items that wraps if the space is too narrow. */
export function Cluster({ gap = 2, end = false, children }: Props) {
  return (
    <div className={cx(s.cluster, end && s.end)} style={{ '--gap': `var(--s${gap})` } as CSSProperties}>
      {children}
    </div>
  )
}
