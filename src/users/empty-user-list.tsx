import { EmptyState } from '../ui/empty-state.tsx'
import type { UserSearch } from './user-search.ts'

export function EmptyUserList({ search }: { search: UserSearch }) {
  if (search.state === 'waiting' && !search.search && !search.role)
    return (
      <EmptyState icon="users" title="No hay cuentas por activar">
        Las personas que se registren aparecerán aquí.
      </EmptyState>
    )
  return (
    <EmptyState icon="users" title="Nadie coincide con la búsqueda">
      Pruebe con menos palabras o quite los filtros.
    </EmptyState>
  )
}
