import type { ReactNode } from 'react'
import { Main } from '../ui/main.tsx'
import { Seal } from '../ui/seal.tsx'
import { Paper } from './paper.tsx'
import s from './public-page.module.css'

/** Layout of the public screens: form on the left; on wide screens, an introduction to the product on the right. */
export function PublicPage({ children }: { children: ReactNode }) {
  return (
    <div className={s.sheet}>
      <div className={s.column}>
        <header className={s.brand}>
          <Seal size={32} />
          <span>Formatos preeliminares</span>
        </header>
        <Main className={s.main}>{children}</Main>
      </div>
      <Paper />
    </div>
  )
}
