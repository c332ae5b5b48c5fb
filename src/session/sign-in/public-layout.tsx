import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Main } from '../../ui/page/main.tsx'
import { ProductLogo } from '../../ui/page/product-logo.tsx'
import { DocumentIllustration } from './document-illustration.tsx'
import s from './public-layout.module.css'

/** Layout of the public screens: the form; on wide screens also an introduction to the product beside it. */
export function PublicLayout({ children }: { children: ReactNode }) {
  return (
    <div className={s.sheet}>
      <div className={s.column}>
        <header className={s.brand}>
          <ProductLogo size={32} />
          <span>Formatos preeliminares</span>
          <Link to="/ayuda" className={s.help}>
            Ayuda
          </Link>
        </header>
        <Main className={s.main}>{children}</Main>
      </div>
      <DocumentIllustration />
    </div>
  )
}
