import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Main } from '../ui/page/main.tsx'
import { ProductLogo } from '../ui/page/product-logo.tsx'
import s from './help-layout.module.css'
import { getHelpOutline, helpPageNames } from './pages.ts'

/** Layout of the public help pages: product name, list of pages, and the current page. */
export function HelpLayout({ children }: { children: ReactNode }) {
  return (
    <div className={s.layout}>
      <header className={s.head}>
        <Link to="/ayuda" className={s.brand}>
          <ProductLogo size={28} />
          <span>Formatos preeliminares</span>
        </Link>
        <Link to="/app">Ir a la aplicación</Link>
      </header>
      <nav className={s.nav} aria-label="Páginas de la ayuda">
        <ul className={s.pages}>
          {helpPageNames.map((page) => (
            <li key={page}>
              <Link to="/ayuda/$page" params={{ page }} className={s.link} activeProps={{ 'aria-current': 'page' }}>
                {getHelpOutline(page).title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Main className={s.main}>{children}</Main>
    </div>
  )
}
