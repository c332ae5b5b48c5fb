import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { filterOf, isFiltered, type ListSearch } from '../list-search.ts'

interface Props {
  search: ListSearch
  /** Whether the list is of everybody's requests. */
  ofEverybody: boolean
  onClear: () => void
}

const nothingToDecide = 'Nada espera su decisión'

/** Nothing was found, nothing is left to do, or nothing is there yet: different things to say. */
export function NoRequests({ search, ofEverybody, onClear }: Props) {
  if (search.search)
    return (
      <EmptyState
        icon="search"
        title="Nada coincide con la búsqueda"
        action={<Button onClick={onClear}>Quitar filtros</Button>}
      >
        Pruebe con menos palabras o quite algún filtro.
      </EmptyState>
    )
  if (isFiltered(search)) {
    const { status, mine, ...others } = filterOf(search)
    const isNarrowed = Object.keys(others).length > 0
    const isDone = status === 'submitted' && mine !== 'decided'
    return (
      <EmptyState
        icon={isDone && !isNarrowed ? 'check' : 'requests'}
        title={titleOf(search, ofEverybody)}
        action={<Button onClick={onClear}>{isNarrowed ? 'Quitar filtros' : 'Ver todas'}</Button>}
      >
        {isNarrowed ? 'Quite algún filtro para ver otras.' : 'Cuando haya alguna, aparece aquí enseguida.'}
      </EmptyState>
    )
  }
  if (search.mine)
    return (
      <EmptyState icon="check" title={search.mine === 'decide' ? nothingToDecide : 'Aún no ha decidido ninguna'}>
        Lo que le llegue a usted, o a un grupo suyo, aparece aquí por sí solo.
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
      Elija un formato, diligencie los datos y envíe la solicitud. Aquí verá en qué va.
    </EmptyState>
  )
}

function titleOf({ status, mine, ...others }: ListSearch, ofEverybody: boolean): string {
  const isAlone = status && !isFiltered(others)
  if (mine === 'decide')
    return isAlone && status === 'submitted' ? nothingToDecide : 'Ninguna por su decisión tiene estos filtros'
  if (mine)
    return isAlone ? 'No ha decidido ninguna que esté en este estado' : 'Ninguna que haya decidido tiene estos filtros'
  if (status === 'submitted') return ofEverybody ? 'No queda ninguna por revisar' : 'No tiene ninguna en revisión'
  return isAlone ? 'No hay ninguna en este estado' : 'Ninguna solicitud tiene estos filtros'
}
