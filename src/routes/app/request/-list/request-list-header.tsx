import { useRouteContext, useSearch } from '@tanstack/react-router'
import type { RequestPage } from '../../../../domain/requests/request-output.ts'
import { formatNumber } from '../../../../lib/number-format.ts'
import { ExportButton } from '../../../../requests/list/export-button.tsx'
import { parseQueueSearchParams, type RequestListSearchParams } from '../../../../requests/list-search.ts'
import { LinkButton } from '../../../../ui/actions/button.tsx'
import { PageHeader } from '../../../../ui/page/layout.tsx'

const from = '/app/request/'

interface Props {
  data: RequestPage | undefined
  total: number
  /** True if the user has no requests yet; the empty state then has the only button. */
  isEmpty: boolean
}

export function RequestListHeader({ data, total, isEmpty }: Props) {
  const { user: me } = useRouteContext({ from })
  const search = useSearch({ from })
  const isAdmin = me.role === '_admin'
  const isToDecide = search.mine ? search.mine === 'decide' : isAdmin
  return (
    <PageHeader
      inline
      title="Solicitudes"
      description={formatDecidedCount(search, data)}
      actions={
        !isEmpty && (
          <>
            {isToDecide && (!search.status || search.status === 'submitted') && (
              <LinkButton
                to="/app/request/queue"
                search={parseQueueSearchParams({ ...search, page: undefined, mine: undefined, view: undefined })}
                icon="approve"
              >
                Revisar en orden
              </LinkButton>
            )}
            <ExportButton search={search} total={total} ofEverybody={isAdmin} />
            <LinkButton to="/app/request/create" search={{}} variant="primary" icon="plus" className="hidden-on-phones">
              Nueva solicitud
            </LinkButton>
          </>
        )
      }
    />
  )
}

/**
 * Formats two counts for the list of past decisions: requests decided finally, as reports count them, and requests in
 * which the user approved a stage.
 */
function formatDecidedCount({ mine }: RequestListSearchParams, data: RequestPage | undefined): string | undefined {
  const { totalItems = 0, passedOn = 0 } = data ?? {}
  if (mine !== 'decided' || passedOn === 0) return undefined
  const others = passedOn === 1 ? 'otra, que siguió' : `otras ${formatNumber(passedOn)}, que siguieron`
  return `Decidió ${formatNumber(totalItems - passedOn)}. Aprobó un paso de ${others}. El informe las cuenta aparte.`
}
