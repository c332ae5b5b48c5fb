import type { CSSProperties, ReactNode } from 'react'
import { cx } from './cx.ts'
import s from './stack.module.css'

interface Props {
  gap?: 1 | 2 | 3 | 4 | 5
  /** Pushes the first and the last to the edges. */
  apart?: boolean
  /** At the end of the line. */
  end?: boolean
  children: ReactNode
}

/** Things beside each other that wrap where they must. */
export function Cluster({ gap = 2, apart = false, end = false, children }: Props) {
  return (
    <div
      className={cx(s.cluster, apart && s.apart, end && s.end)}
      style={{ '--gap': `var(--s${gap})` } as CSSProperties}
    >
      {children}
    </div>
  )
}
