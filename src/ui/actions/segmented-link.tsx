import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { cx } from '../cx.ts'
import s from '../page/tabs.module.css'

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
