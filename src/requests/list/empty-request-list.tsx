import { Button, LinkButton } from '../../ui/actions/button.tsx'
import { EmptyState } from '../../ui/state/screen-states.tsx'
import { hasActiveFilter, type RequestListSearchParams, toRequestFilter } from '../list-search.ts'

interface Props {
  search: RequestListSearchParams
  /** True if the list includes the requests of all users. */
  ofEverybody: boolean
  onClear: () => void
}

const nothingToDecide = 'No tiene decisiones pendientes'

/** Empty state of the list; distinguishes no results, no pending work and no requests yet. */
export function EmptyRequestList({ search, ofEverybody, onClear }: Props) {
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
  if (hasActiveFilter(search)) {
    const { status, mine, ...others } = toRequestFilter(search)
    const isNarrowed = Object.keys(others).length > 0
    if (status === 'draft' && !isNarrowed) return <NoDrafts />
    const isDone = status === 'submitted' && mine !== 'decided'
    return (
      <EmptyState
        icon={isDone && !isNarrowed ? 'check' : 'requests'}
        title={getTitle(search, ofEverybody)}
        action={<Button onClick={onClear}>{isNarrowed ? 'Quitar filtros' : 'Ver todas'}</Button>}
      >
        {isNarrowed ? 'Quite algún filtro para ver otras.' : 'Cuando haya alguna, aparecerá aquí.'}
      </EmptyState>
    )
  }
  if (search.mine)
    return (
      <EmptyState
        icon="check"
        title={search.mine === 'decide' ? nothingToDecide : 'Aún no ha decidido solicitudes'}
        action={
          <LinkButton to="/app/request" search={{}}>
            Ver todas las solicitudes
          </LinkButton>
        }
      >
        {search.mine === 'decide'
          ? 'Aquí aparecen las solicitudes asignadas a usted o a sus grupos.'
          : 'Aquí quedan las solicitudes que usted apruebe, devuelva o rechace.'}
      </EmptyState>
    )
  return (
    <EmptyState
      title="Aún no hay solicitudes"
      action={
        <LinkButton to="/app/request/create" search={{}} variant="primary" icon="plus">
          Crear una solicitud
        </LinkButton>
      }
    >
      Elija un formato, diligencie los datos y envíe la solicitud. Aquí verá en qué va.
    </EmptyState>
  )
}

function NoDrafts() {
  return (
    <EmptyState
      icon="edit"
      title="No hay borradores"
      action={
        <LinkButton to="/app/request/create" search={{}} icon="plus">
          Empezar una solicitud
        </LinkButton>
      }
    >
      Una solicitud sin enviar se guarda aquí sola. Puede terminarla después.
    </EmptyState>
  )
}

function getTitle({ status, mine, ...others }: RequestListSearchParams, ofEverybody: boolean): string {
  const isAlone = status && !hasActiveFilter(others)
  if (mine === 'decide')
    return isAlone && status === 'submitted' ? nothingToDecide : 'No tiene pendientes con estos filtros'
  if (mine)
    return isAlone ? 'No ha decidido solicitudes en este estado' : 'No ha decidido solicitudes con estos filtros'
  if (status === 'submitted')
    return ofEverybody ? 'No quedan solicitudes por revisar' : 'No tiene solicitudes en revisión'
  return isAlone ? 'No hay solicitudes en este estado' : 'No hay solicitudes con estos filtros'
}
