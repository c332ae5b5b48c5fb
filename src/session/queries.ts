import { queryOptions } from '@tanstack/react-query'
import type { Settings } from '../domain/settings.ts'
import { pb } from '../lib/pb.ts'

/** The organisation whose paper this is. */
export const organisation = queryOptions({
  queryKey: ['settings', 'organisation'],
  queryFn: () => pb.collection('settings').getFirstListItem<Settings>(''),
})
