import type { ReactNode } from 'react'
import s from '../page/tabs.module.css'
import { useScrollToCurrent } from '../use-scroll-to-current.ts'

/** Row of `SegmentedLink`: views of a list, each with its own URL. */
export function SegmentedLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav ref={useScrollToCurrent<HTMLElement>()} className={s.list} aria-label={label}>
      {children}
    </nav>
  )
}
