import { useQuery } from '@tanstack/react-query'
import type { Field } from '../../domain/fields/field.ts'
import { changesOf } from '../../domain/requests/changes.ts'
import type { Request } from '../../domain/requests/request.ts'
import { messageOf } from '../../lib/message.ts'
import { momentOf } from '../../lib/when.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Stack } from '../../ui/stack.tsx'
import { notKept, requestHistory, sentValues } from '../queries.ts'
import { lastReturn } from '../returned.ts'
import { completeValues } from '../shown.ts'
import { ChangeList, NotKept } from './change-list.tsx'

/** Of a request that came back: why it was returned, and each value that is not as it was. */
export function Changes({ request, fields }: { request: Request; fields: readonly Field[] }) {
  const history = useQuery(requestHistory(request.id))
  const before = useQuery(sentValues(request.id, request.revision - 1))
  const error = before.error ?? history.error
  const returned = lastReturn(history.data ?? [])
  const notes = returned?.notes ?? {}
  const isRead = history.data !== undefined && before.data !== undefined
  const isKept = before.data !== notKept
  const changes =
    isRead && before.data !== notKept
      ? changesOf(fields, completeValues(fields, before.data ?? request.values), completeValues(fields, request.values))
      : []
  const isListed = changes.length > 0 || Object.keys(notes).length > 0
  return (
    <Panel title="Qué cambió">
      <Stack gap={4}>
        {returned && (
          <Notice tone="warning" title={`Devuelta por ${returned.who} el ${momentOf(returned.at)}`}>
            {returned.reason}
          </Notice>
        )}
        {isRead && isListed && <ChangeList fields={fields} changes={changes} notes={notes} />}
        {isRead && isKept && changes.length === 0 && <p>Se envió de nuevo sin cambiar ningún dato.</p>}
        {isRead && !isKept && <NotKept />}
        {!isRead && !error && <Skeleton lines={3} />}
        {!isRead && error && (
          <ErrorState
            message={messageOf(error)}
            onRetry={() => {
              void before.refetch()
              void history.refetch()
            }}
          />
        )}
      </Stack>
    </Panel>
  )
}
