import { queryOptions } from '@tanstack/react-query'
import type { Settings, Status } from '../domain/settings.ts'
import { pb } from '../lib/pb.ts'

/** What anybody may know of this installation. */
export const installation = queryOptions({
  queryKey: ['status'],
  queryFn: () => pb.send<Status>('/api/app/status', { requestKey: null }),
})

/** The organisation whose paper this is. */
export const organisation = queryOptions({
  queryKey: ['settings', 'organisation'],
  queryFn: () => pb.collection('settings').getFirstListItem<Settings>('', { requestKey: null }),
})
