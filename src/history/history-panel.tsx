import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { describeEvent } from '../domain/history/event-labels.ts'
import type { EventSubject } from '../domain/history/event-subject.ts'
import { describeError } from '../lib/api-error.ts'
import { formatDateTime } from '../lib/date-format.ts'
import { useUser } from '../session/use-user.ts'
import { Button } from '../ui/actions/button.tsx'
import { Timeline } from '../ui/data/timeline.tsx'
import { CollapsiblePanel } from '../ui/page/collapsible-panel.tsx'
import { Stack } from '../ui/page/layout.tsx'
import { ErrorState, Skeleton } from '../ui/state/screen-states.tsx'
import { EventDetails } from './event-details.tsx'
import { eventListQuery } from './queries.ts'

/** Collapsed history of a subject; its data loads when opened. */
export function HistoryPanel({ title = 'Historial', ...of }: HistorySubject & { title?: string }) {
  const [open, setOpen] = useState(false)
  return (
    <CollapsiblePanel title={title} icon="history" open={open} onOpenChange={setOpen}>
      <HistoryList {...of} />
    </CollapsiblePanel>
  )
}

interface HistorySubject {
  subject: EventSubject
  /** Id of the subject; if missing, events of all subjects of this kind are listed with their names. */
  subjectId?: string
}

const perPage = 10

/** History of one subject, or of all subjects of a kind, newest first. */
function HistoryList({ subject, subjectId }: HistorySubject) {
  const me = useUser().id
  const lines = useInfiniteQuery(eventListQuery({ subject, ...(subjectId && { subjectId }) }, perPage, [subject]))
  const items = lines.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Stack gap={4}>
      {lines.isPending && <Skeleton lines={3} />}
      {lines.error && !lines.data && (
        <ErrorState message={describeError(lines.error)} onRetry={() => void lines.refetch()} />
      )}
      {lines.data && items.length === 0 && <p>Sin cambios registrados.</p>}
      <Timeline
        items={items.map((event) => ({
          id: event.id,
          icon: 'history',
          title: (
            <>
              <strong>{event.actor === me ? 'Usted' : event.actorName || 'El sistema'}</strong> {describeEvent(event)}
              {!subjectId && event.about && ` «${event.about}»`}
            </>
          ),
          at: event.created,
          when: formatDateTime(event.created),
          detail: <EventDetails event={event} />,
        }))}
      />
      {lines.hasNextPage && (
        <div>
          <Button size="s" pending={lines.isFetchingNextPage} onClick={() => void lines.fetchNextPage()}>
            Ver más antiguas
          </Button>
        </div>
      )}
    </Stack>
  )
}
