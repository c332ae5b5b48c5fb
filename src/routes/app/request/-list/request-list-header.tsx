import { useRouteContext, useSearch } from '@tanstack/react-router'
import type { RequestPage } from '../../../../domain/requests/request.ts'
import { formatCount, formatNumber } from '../../../../lib/number-format.ts'
import { ExportButton } from '../../../../requests/list/export-button.tsx'
import type { RequestListSearch } from '../../../../requests/list-search.ts'
import { parseQueueSearch } from '../../../../requests/queue/queue-search.ts'
import { LinkButton } from '../../../../ui/link-button.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'

const from = '/app/request/'

interface Props {
  data: RequestPage | undefined
  total: number
}

export function RequestListHeader({ data, total }: Props) {
  const { user: me } = useRouteContext({ from })
  const search = useSearch({ from })
  const isAdmin = me.role === '_admin'
  const isToDecide = search.mine ? search.mine === 'decide' : isAdmin
  return (
    <PageHeader
      title="Solicitudes"
      description={formatDescription(search, isAdmin, data)}
      actions={
        <>
          {isToDecide && (!search.status || search.status === 'submitted') && (
            <LinkButton
              to="/app/request/queue"
              search={parseQueueSearch({ ...search, page: undefined, mine: undefined, view: undefined })}
              icon="approve"
            >
              Revisar en orden
            </LinkButton>
          )}
          <ExportButton search={search} total={total} ofEverybody={isAdmin} />
          <LinkButton to="/app/request/create" search={{}} variant="primary" icon="plus">
            Nueva solicitud
          </LinkButton>
        </>
      }
    />
  )
}

function formatDescription({ mine }: RequestListSearch, isAdmin: boolean, data: RequestPage | undefined): string {
  if (mine === 'decide') return 'Solicitudes que esperan su decisión.'
  if (mine === 'decided') return formatDecidedCount(data ?? { totalItems: 0 })
  return isAdmin ? 'Solicitudes de todas las personas.' : 'Solicitudes que usted ha hecho.'
}

/** Formats the number of final decisions (counted by reports) and of approved intermediate steps, separately. */
function formatDecidedCount({ totalItems, passedOn = 0 }: Pick<RequestPage, 'totalItems' | 'passedOn'>): string {
  if (passedOn === 0) return 'Solicitudes que usted decidió.'
  const decided = formatCount(totalItems - passedOn, 'decidida', 'decididas')
  return `${decided} por usted y ${formatNumber(passedOn)} en que aprobó un paso y ${passedOn === 1 ? 'siguió' : 'siguieron'}. El informe cuenta las dos aparte.`
}
