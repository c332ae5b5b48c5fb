import { queryOptions } from '@tanstack/react-query'
import type { Settings } from '../domain/settings/settings.ts'
import { pb } from '../lib/pb.ts'

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings', 'row'],
    queryFn: () => pb.collection('settings').getFirstListItem<Settings>(''),
  })
