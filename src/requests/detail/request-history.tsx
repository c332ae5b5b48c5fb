import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../lib/message.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { earlierDocuments, requestHistory } from '../queries.ts'
import { CommentForm } from './comment-form.tsx'
import { eventLine } from './event-line.tsx'

/** What happened to a request, what was said about it, and a place to say more. */
export function RequestHistory({ id, me }: { id: string; me: string }) {
  const { data, error, refetch } = useQuery(requestHistory(id))
  const replaced = data?.some(({ details }) => details?.previous) ?? false
  const { data: earlier } = useQuery({ ...earlierDocuments(id), enabled: replaced })
  return (
    <Panel title="Historial y comentarios">
      <Stack gap={5}>
        {data && <Timeline items={data.map((event) => eventLine(event, me, earlier))} />}
        {!data && !error && <Skeleton lines={4} />}
        {!data && error && <ErrorState message={messageOf(error)} onRetry={() => void refetch()} />}
        <CommentForm key={id} id={id} me={me} />
      </Stack>
    </Panel>
  )
}
