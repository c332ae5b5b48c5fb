import { queryOptions } from '@tanstack/react-query'
import type { InstallationStatus } from '../domain/settings/settings.ts'

/** Query for the installation's public status. Uses `fetch`, because public screens do not load the PocketBase client at first. */
export const installationQuery = queryOptions({
  queryKey: ['status'],
  queryFn: async (): Promise<InstallationStatus> => {
    const answer = await fetch('/api/app/status')
    if (!answer.ok) throw new Error(String(answer.status))
    return answer.json()
  },
})
