import { Button, LinkButton } from '../ui/actions/button.tsx'
import { EmptyState } from '../ui/state/screen-states.tsx'
import type { UserListSearchParams } from './user-search.ts'

export function EmptyUserList({ search, onInvite }: { search: UserListSearchParams; onInvite: () => void }) {
  if (search.state === 'waiting' && !search.search && !search.role)
    return (
      <EmptyState
        icon="users"
        title="No hay cuentas por activar"
        action={<Button onClick={onInvite}>Invitar a una persona</Button>}
      >
        Aquí aparecen los registros que esperan su activación. A quien invite no hace falta activarlo.
      </EmptyState>
    )
  return (
    <EmptyState
      icon="users"
      title="Nadie coincide con la búsqueda"
      action={<LinkButton to="/app/user-managment">Ver todos los usuarios</LinkButton>}
    >
      Pruebe con menos palabras o quite los filtros.
    </EmptyState>
  )
}
