import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { Request } from '../domain/requests/request-output.ts'
import { describeError } from '../lib/api-error.ts'
import { pb } from '../lib/pb.ts'
import { Button } from '../ui/actions/button.tsx'
import { Table, type TableColumn } from '../ui/data/table.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { Cluster, Stack } from '../ui/page/layout.tsx'
import { ErrorState, Notice, Skeleton } from '../ui/state/screen-states.tsx'
import { ActionDialog } from './action-dialog.tsx'
import type { ActionQuestion } from './action-question.ts'
import { formatActionResult, formatRequestCount, getResultTone } from './action-result.ts'
import type { ActionResult } from './actions.ts'
import { useLastUndoneDecision } from './undo.tsx'

interface Props {
  /** Question about the action to confirm; `null` closes the dialog. */
  asked: ActionQuestion | null
  onClose: () => void
  onDone?: () => void
  onChanged: (count: number) => void
}

/** Maximum ids that the server accepts in one call. */
const maxIds = 1000

/** Dialog that confirms an action on many requests, and a notice that reports its result. */
export function BulkAction({ asked, onClose, onDone, onChanged }: Props) {
  const [done, setDone] = useState<{ question: ActionQuestion; result: ActionResult } | null>(null)
  const [reopening, setReopening] = useState<ActionQuestion | null>(null)
  const question = reopening ?? asked
  const rejected = done?.question.action === 'reject' ? done.result.changed : []

  function close() {
    setReopening(null)
    onClose()
  }
  return (
    <>
      {done && (
        <ActionResultNotice {...done} onClose={() => setDone(null)}>
          {rejected.length > 0 && rejected.length <= maxIds && (
            <Button
              size="s"
              icon="refresh"
              onClick={() => setReopening({ action: 'reopen', targets: { ids: rejected }, reason: 'required' })}
            >
              Reabrir
            </Button>
          )}
        </ActionResultNotice>
      )}
      {question && (
        <ActionDialog
          key={question.action}
          question={question}
          onClose={close}
          onDone={(result) => {
            setDone({ question, result })
            close()
            onDone?.()
          }}
          onChanged={onChanged}
        />
      )}
    </>
  )
}

interface NoticeProps {
  question: ActionQuestion
  result: ActionResult
  onClose: () => void
  children: ReactNode
}

/** Moves focus to the notice's button, because the focused button of the selection bar disappeared. */
const focusButton = (button: HTMLButtonElement | null) => button?.focus()

/** Notice with the result of a bulk action. Opens a dialog of the requests that were skipped. */
function ActionResultNotice({ question, result, onClose, children }: NoticeProps) {
  const [open, setOpen] = useState(false)
  const { skipped, undo } = result
  const undone = useLastUndoneDecision()
  if (undo && undo.id === undone) return null
  return (
    <>
      <Notice
        live
        tone={getResultTone(result)}
        action={
          <Cluster gap={1}>
            {skipped.length > 0 && (
              <Button size="s" icon="eye" onClick={() => setOpen(true)}>
                {skipped.length === 1 ? 'Ver cuál quedó' : 'Ver cuáles quedaron'}
              </Button>
            )}
            {children}
            <Button ref={focusButton} size="s" variant="quiet" onClick={onClose}>
              Entendido
            </Button>
          </Cluster>
        }
      >
        {formatActionResult(question.action, result, question.isAtStep)}
      </Notice>
      {open && <SkippedRequestsDialog skipped={skipped} onClose={() => setOpen(false)} />}
    </>
  )
}

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
function SkippedRequestsDialog({ skipped, onClose }: { skipped: readonly Skipped[]; onClose: () => void }) {
  const lines = useInfiniteQuery(skippedRowsQuery(skipped))
  return (
    <Dialog
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
