import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { isFiltered, type ListSearch } from '../list-search.ts'

/** Nothing was found, or nothing is there yet: two different things to say. */
export function NoRequests({ search, onClear }: { search: ListSearch; onClear: () => void }) {
  if (isFiltered(search))
    return (
      <EmptyState
        icon="search"
        title="Nada coincide con la búsqueda"
        action={<Button onClick={onClear}>Quitar filtros</Button>}
      >
        Pruebe con menos palabras o quite algún filtro.
      </EmptyState>
    )
  return (
    <EmptyState
      title="Aún no hay solicitudes"
      action={
        <LinkButton to="/app/request/create" search={{}} variant="primary" icon="plus">
          Hacer la primera
        </LinkButton>
      }
    >
      Elija un formato, llene sus datos y envíela: aquí verá en qué va.
    </EmptyState>
  )
}
