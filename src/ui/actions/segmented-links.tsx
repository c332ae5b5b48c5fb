import { createLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../cx.ts'
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

interface Props extends ComponentProps<'a'> {
  count?: string | undefined
}

function Anchor({ count, children, ...rest }: Props) {
  return (
    <a {...rest} className={cx(s.tab, rest.className)}>
      {children}
      {count !== undefined && <span className={s.count}>{count}</span>}
    </a>
  )
}

/** Link in a row of `SegmentedLinks`. Set `aria-current="page"` if the URL alone does not identify the current view. */
export const SegmentedLink = createLink(Anchor)
