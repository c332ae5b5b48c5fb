import type { CSSProperties, ReactNode } from 'react'
import s from './stack.module.css'

type Gap = 1 | 2 | 3 | 4 | 5 | 6

/** Vertical stack; `gap` is a step of the spacing scale. */
export function Stack({ gap = 4, children }: { gap?: Gap; children: ReactNode }) {
  return (
    <div className={s.stack} style={{ '--gap': `var(--s${gap})` } as CSSProperties}>
      {children}
    </div>
  )
}
