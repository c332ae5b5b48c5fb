import { createFileRoute, Outlet } from '@tanstack/react-router'
import { Seal } from '../../ui/seal.tsx'
import { Paper } from './-sheet/paper.tsx'
import s from './-sheet/sheet.module.css'

export const Route = createFileRoute('/auth')({ component: Sheet })

/** The public screens: the form on the left, and beside it, where there is room, what all this is for. */
function Sheet() {
  return (
    <div className={s.sheet}>
      <div className={s.column}>
        <header className={s.brand}>
          <Seal size={32} />
          <span>Formatos preeliminares</span>
        </header>
        <main className={s.main}>
          <Outlet />
        </main>
      </div>
      <Paper />
    </div>
  )
}
