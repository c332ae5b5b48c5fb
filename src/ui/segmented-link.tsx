import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import s from './tabs.module.css'

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

/** Set `aria-current="page"` on the one that is shown where the address alone does not tell. */
export const SegmentedLink = createLink(Anchor)
