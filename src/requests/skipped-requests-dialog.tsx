import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Request } from '../domain/requests/request-output.ts'
import { describeError } from '../lib/error-message.ts'
import { pb } from '../lib/pb.ts'
import { Button } from '../ui/actions/button.tsx'
import { Table } from '../ui/data/table.tsx'
import type { TableColumn } from '../ui/data/table-head.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Stack } from '../ui/page/stack.tsx'
import { ErrorState } from '../ui/state/error-state.tsx'
import { Skeleton } from '../ui/state/skeleton.tsx'
import { formatRequestCount } from './action-result.ts'
import type { ActionResult } from './actions.ts'

type Skipped = ActionResult['skipped'][number]
/** Skipped request. `number` is missing if the request was deleted or the user may not see it. */
type SkippedRow = Skipped & { number?: string; owner?: string }

type Named = Pick<Request, 'id' | 'number'> & { expand?: { owner?: { name: string } } }

/** Number of requests looked up per call; each id lengthens the filter. */
const rowsPerCall = 30

const skippedRowsQuery = (skipped: readonly Skipped[]) =>
  infiniteQueryOptions({
    queryKey: ['requests', 'skipped', skipped.map(({ id }) => id).join()],
    queryFn: async ({ pageParam }): Promise<SkippedRow[]> => {
      const some = skipped.slice(pageParam, pageParam + rowsPerCall)
      const filter = some.map(({ id }) => pb.filter('id = {:id}', { id })).join(' || ')
      const query = { filter, expand: 'owner', fields: 'id,number,expand.owner.name', skipTotal: true }
      const { items } = await pb.collection('requests').getList<Named>(1, rowsPerCall, query)
      const byId = new Map(items.map((item) => [item.id, item]))
      return some.map((one) => {
        const found = byId.get(one.id)
        return found ? { ...one, number: found.number || 'Borrador', owner: found.expand?.owner?.name ?? '' } : one
      })
    },
    initialPageParam: 0,
    getNextPageParam: (_last, pages) =>
      pages.length * rowsPerCall < skipped.length ? pages.length * rowsPerCall : undefined,
  })

const columns: TableColumn<SkippedRow>[] = [
  {
    id: 'number',
    header: 'Solicitud',
    card: 'title',
    cell: ({ id, number }) =>
      number ? (
        <Link to="/app/request/$requestId" params={{ requestId: id }}>
          {number}
        </Link>
      ) : (
        'No se encuentra'
      ),
  },
  { id: 'owner', header: 'Solicitante', cell: ({ owner }) => owner || '—' },
  { id: 'why', header: 'Por qué quedó como estaba', cell: ({ message }) => message },
]

/** Dialog of the requests that a bulk action skipped, with number, requester and reason. */
export function SkippedRequestsDialog({ skipped, onClose }: { skipped: readonly Skipped[]; onClose: () => void }) {
  const lines = useInfiniteQuery(skippedRowsQuery(skipped))
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${formatRequestCount(skipped.length)} ${skipped.length === 1 ? 'quedó como estaba' : 'quedaron como estaban'}`}
      footer={<Button onClick={onClose}>Cerrar</Button>}
    >
      <Stack>
        {lines.isPending && <Skeleton lines={4} />}
        {lines.error && !lines.data && (
          <ErrorState message={describeError(lines.error)} onRetry={() => void lines.refetch()} />
        )}
        {lines.data && (
          <Table
            caption="Las que quedaron como estaban"
            columns={columns}
            rows={lines.data.pages.flat()}
            rowId={({ id }) => id}
          />
        )}
        {lines.hasNextPage && (
          <div>
            <Button size="s" pending={lines.isFetchingNextPage} onClick={() => void lines.fetchNextPage()}>
              Ver más
            </Button>
          </div>
        )}
      </Stack>
    </Dialog>
  )
}
