import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sentenceOf } from '../domain/text/sentence.ts'
import { messageOf } from '../lib/message.ts'
import { pb } from '../lib/pb.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Stack } from '../ui/stack.tsx'
import { Table } from '../ui/table.tsx'
import type { TableColumn } from '../ui/table-head.tsx'
import type { Outcome } from './actions.ts'
import { requestsOf } from './outcome.ts'
import type { SeenRequest } from './queries.ts'

type Skipped = Outcome['skipped'][number]
/** Skipped request. `number` is missing if the request was deleted or the user may not see it. */
type Line = Skipped & { number?: string; owner?: string }

/** Number of requests looked up per call; each id lengthens the filter. */
const portion = 30

const linesOf = (skipped: readonly Skipped[]) =>
  infiniteQueryOptions({
    queryKey: ['requests', 'skipped', skipped.map(({ id }) => id).join()],
    queryFn: async ({ pageParam }): Promise<Line[]> => {
      const some = skipped.slice(pageParam, pageParam + portion)
      const filter = some.map(({ id }) => pb.filter('id = {:id}', { id })).join(' || ')
      const query = { filter, expand: 'owner', fields: 'id,number,expand.owner.name', skipTotal: true }
      const { items } = await pb.collection('requests').getList<SeenRequest>(1, portion, query)
      const byId = new Map(items.map((item) => [item.id, item]))
      return some.map((one) => {
        const found = byId.get(one.id)
        return found ? { ...one, number: found.number || 'Borrador', owner: found.expand?.owner?.name ?? '' } : one
      })
    },
    initialPageParam: 0,
    getNextPageParam: (_last, pages) => (pages.length * portion < skipped.length ? pages.length * portion : undefined),
  })

const columns: TableColumn<Line>[] = [
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
  { id: 'why', header: 'Por qué quedó como estaba', cell: ({ code }) => sentenceOf(code) },
]

/** Dialog of the requests that a bulk action skipped, with number, requester and reason. */
export function SkippedDialog({ skipped, onClose }: { skipped: readonly Skipped[]; onClose: () => void }) {
  const lines = useInfiniteQuery(linesOf(skipped))
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${requestsOf(skipped.length)} ${skipped.length === 1 ? 'quedó como estaba' : 'quedaron como estaban'}`}
      footer={<Button onClick={onClose}>Cerrar</Button>}
    >
      <Stack>
        {lines.isPending && <Skeleton lines={4} />}
        {lines.error && !lines.data && (
          <ErrorState message={messageOf(lines.error)} onRetry={() => void lines.refetch()} />
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
