import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useLayoutEffect } from 'react'
import { installationQuery } from '../lib/installation-query.ts'
import { focusPageTitle } from '../ui/page/layout.tsx'
import { Main } from '../ui/page/main.tsx'
import { ProductLogo } from '../ui/page/product-logo.tsx'
import s from './public-page.module.css'

/** Frame of a page for people without an account: the organisation, then the content. */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <div className={s.sheet}>
      <Brand />
      <Main className={s.main}>{children}</Main>
    </div>
  )
}

/** Name and logo of the organisation that issued the documents; of the product if they cannot be loaded. */
function Brand() {
  const { data, isPending } = useQuery(installationQuery)
  const { organisation = '', logo = '' } = data ?? {}
  return (
    <header className={s.brand}>
      {logo ? <img className={s.logo} src={logo} alt="" /> : !isPending && <ProductLogo size={28} />}
      <span>{organisation || (!isPending && 'Formatos preeliminares')}</span>
    </header>
  )
}

/** Moves focus to the title of a new screen if the focused element was removed, for keyboard and screen reader users. */
export function useTitleFocus() {
  const hadIt = Boolean(document.activeElement?.closest('main'))
  useLayoutEffect(() => {
    if (hadIt && document.activeElement === document.body) focusPageTitle({ preventScroll: true })
  })
}
