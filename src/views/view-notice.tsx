import type { View } from '../domain/views/view.ts'
import { Notice } from '../ui/notice.tsx'

const things: Record<string, string> = {
  format: 'un formato que ya no existe',
  batch: 'un lote que ya no existe',
  owner: 'una persona que ya no existe',
  reviewer: 'una persona que ya no existe',
}
const other = 'un filtro que ya no existe y se quitó'

/** Warning that the view was deleted, or that its filters refer to deleted items. */
export function ViewNotice({ view, isMine }: { view: View | undefined; isMine: boolean }) {
  if (!view)
    return (
      <Notice tone="warning">
        Esta vista ya no existe, o ya no se comparte con usted. La lista sigue con sus filtros.
      </Notice>
    )
  if (view.missing.length === 0) return null
  const named = [...new Set(view.missing.map((name) => things[name] ?? other))].join(' y ')
  return (
    <Notice tone="warning">
      {`La vista «${view.name}» usa ${named}. ${isMine ? 'Cambie sus filtros y guárdelos, o bórrela.' : 'Avise a un administrador.'}`}
    </Notice>
  )
}
