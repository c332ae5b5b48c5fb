import { Link, useNavigate, useRouteContext, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { externalOwnerId } from '../../../../domain/external/external-owner.ts'
import type { RequestItem } from '../../../../domain/requests/request-output.ts'
import { formatTimeAgo } from '../../../../lib/date-format.ts'
import { waitForFirstContent } from '../../../../lib/loading/wait-for-first-content.ts'
import { formatCount, formatNumber } from '../../../../lib/number-format.ts'
import { queryClient } from '../../../../lib/query-client.ts'
import { useRealtimeUpdates } from '../../../../lib/realtime.ts'
import { useShortcutSettings } from '../../../../lib/shortcuts.ts'
import { getPastVerb } from '../../../../requests/action-result.ts'
import { hasQueueFilter, parseQueueSearchParams, type QueueSearchParams } from '../../../../requests/list-search.ts'
import { requestViewQuery } from '../../../../requests/queries.ts'
import { listSummaryParts } from '../../../../requests/summary-parts.ts'
import { useLastUndoneDecision } from '../../../../requests/undo.tsx'
import { Button, LinkButton } from '../../../../ui/actions/button.tsx'
import { Kbd } from '../../../../ui/actions/kbd.tsx'
import { Badge } from '../../../../ui/data/badge.tsx'
import { PageHeader, Panel, Stack } from '../../../../ui/page/layout.tsx'
import { EmptyState, Skeleton } from '../../../../ui/state/screen-states.tsx'
import s from './queue.module.css'
import { QueueRequest } from './queue-request.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import { useRequestQueue } from './use-request-queue.ts'

const from = '/app/request/queue'

const formatRemaining = (total: number, which: string) =>
  total === 0 ? `No quedan pendientes${which}.` : `${formatCount(total, 'pendiente', 'pendientes')}${which}.`

export function QueuePage() {
  const { user: me } = useRouteContext({ from })
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const { on: withKeys } = useShortcutSettings()
  const [isCalled, setCalled] = useState(false)
  const [announcement, setAnnouncement] = useState('')
  const undone = useLastUndoneDecision()
  useEffect(() => {
    if (undone) setAnnouncement('')
  }, [undone])
  const [isHelping, setHelping] = useState(false)
  useRealtimeUpdates('requests', 'events')

  function go({ at, page }: QueueSearchParams, isAsked = true) {
    if (isAsked) setCalled(true)
    void navigate({
      search: (before) => parseQueueSearchParams({ ...before, page: page ?? before.page, at }),
      replace: true,
    })
  }
  const queue = useRequestQueue(search, go, setAnnouncement)
  const { at, position, total, following, isReady } = queue
  useEffect(() => {
    const load = (id: string) => queryClient.query(requestViewQuery(id)).catch(() => undefined)
    // Loads and shows the viewed request first, because the next one would delay it.
    if (at)
      void load(at)
        .then(waitForFirstContent)
        .then(() => (following ? load(following) : undefined))
  }, [at, following])
  const { at: _at, page: _page, ...filter } = search
  const isPart = hasQueueFilter(search)
  const which = isPart ? ' con estos filtros' : ''

  return (
    <Stack gap={4}>
      <PageHeader
        inline
        title="Por revisar"
        eyebrow={
          <Link to="/app/request" search={{ sort: 'submittedAt', ...filter, mine: 'decide', status: 'submitted' }}>
            Solicitudes
          </Link>
        }
        description={
          <>
            {position > 0 && `${formatNumber(position)} de ${formatNumber(total)}${which}. `}
            {isPart && at && <Link to="/app/request/queue">Revisar todas</Link>}{' '}
            <span role="status">{announcement}</span> {position === 0 && isReady && formatRemaining(total, which)}
          </>
        }
        actions={
          <Button icon="key" variant="quiet" className={s.keys} onClick={() => setHelping(true)}>
            Teclas
            {withKeys && <Kbd>?</Kbd>}
          </Button>
        }
      />
      {at ? (
        <div className={s.queue}>
          <QueueList items={queue.items} at={at} />
          <QueueRequest
            key={at}
            id={at}
            me={me}
            queue={queue}
            isCalled={isCalled}
            onDecided={(number, action) => setAnnouncement(`${getPastVerb(action)} ${number}.`)}
            onHelp={() => setHelping(true)}
          />
        </div>
      ) : !isReady || total > 0 ? (
        <Skeleton lines={12} />
      ) : (
        <Panel>
          <EmptyState
            icon="approve"
            title={`No queda nada por revisar${which}`}
            action={
              isPart ? (
                <LinkButton to="/app/request/queue" variant="primary">
                  Revisar todas
                </LinkButton>
              ) : (
                <LinkButton to="/app/dashboard" variant="primary">
                  Volver al panel
                </LinkButton>
              )
            }
          >
            Aquí se deciden las solicitudes una tras otra. Las nuevas aparecerán solas.
          </EmptyState>
        </Panel>
      )}
      {isHelping && <ShortcutsDialog onClose={() => setHelping(false)} />}
    </Stack>
  )
}

/** Pending requests beside the viewed one. */
function QueueList({ items, at }: { items: readonly RequestItem[]; at: string | undefined }) {
  const list = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the viewed request whenever it changes
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <nav ref={list} className={s.list} aria-label="Por revisar">
      <ol className="divided">
        {items.map((item) => (
          <li key={item.id}>
            <Link
              from="/app/request/queue"
              to="."
              search={(before: QueueSearchParams) => ({ ...before, at: item.id })}
              className={s.line}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={item.id === at ? 'true' : undefined}
            >
              <span className={s.head}>
                <span className="text-strong nowrap">{item.number}</span>
                <time dateTime={item.submittedAt} className={s.when}>
                  {formatTimeAgo(item.submittedAt)}
                </time>
              </span>
              <span className={s.head}>
                <span className={s.owner}>{item.ownerName}</span>
                {item.owner === externalOwnerId && <Badge>Externa</Badge>}
                {item.revision > 0 && <span className={s.again}>Corregida</span>}
              </span>
              <span className={s.head}>
                <span className={s.summary}>{[item.formatCode, ...listSummaryParts(item, true)].join(' · ')}</span>
                {item.amount && <span className={s.amount}>{item.amount}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  )
}
