import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { BackupPlan } from '../domain/backups/backup.ts'
import type { BackupList } from '../domain/backups/backup-output.ts'
import { pb } from '../lib/pb.ts'

const path = '/api/app/backups'

/** Polling interval in ms while a backup is being made. */
const pollMs = 1_000

export const backupListQuery = queryOptions({
  queryKey: ['backups', 'list'],
  queryFn: () => pb.send<BackupList>(path, { method: 'GET' }),
  refetchInterval: ({ state }) => (state.data?.items.some(({ status }) => status === 'making') ? pollMs : false),
  // Always stale, because the server also makes backups automatically.
  staleTime: 0,
})

export const createBackupMutation = mutationOptions({
  mutationKey: ['backups', 'make'],
  mutationFn: () => pb.send<void>(path, { method: 'POST' }),
})

export const saveBackupScheduleMutation = mutationOptions({
  mutationKey: ['backups', 'plan'],
  mutationFn: (plan: BackupPlan) => pb.send<void>(`${path}/plan`, { method: 'PUT', body: plan }),
  meta: { success: 'Programación de las copias guardada.', quiet: true },
})

export const deleteBackupMutation = mutationOptions({
  mutationKey: ['backups', 'delete'],
  mutationFn: (id: string) => pb.send<void>(`${path}/${id}`, { method: 'DELETE' }),
  meta: { success: 'Copia borrada.', quiet: true },
})

/** Requests a download URL of a backup. The URL works once and expires after one minute. */
export const requestBackupUrlMutation = mutationOptions({
  mutationKey: ['backups', 'grant'],
  mutationFn: async ({ id, password }: { id: string; password: string }) => {
    const { grant } = await pb.send<{ grant: string }>(`${path}/${id}/grant`, { method: 'POST', body: { password } })
    return pb.buildURL(`${path}/${id}/file?grant=${grant}`)
  },
  meta: { quiet: true, invalidates: [] },
})
