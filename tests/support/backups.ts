import { vi } from 'vitest'
import type { Backup, BackupList } from '../../src/domain/backups/backup-output.ts'
import type { Person } from './people.ts'

const path = '/api/app/backups'

export const backupsOf = ({ pb }: Person) => pb.send<BackupList>(path, { method: 'GET' })

/** Returns the backups, newest first, after running ones have ended. */
export async function allBackupsMade(admin: Person): Promise<Backup[]> {
  const areMade = async () => (await backupsOf(admin)).items.every(({ status }) => status !== 'making')
  await vi.waitUntil(areMade, { timeout: 60_000, interval: 100 })
  return (await backupsOf(admin)).items
}

/** Creates a backup and returns it, valid or not. */
export async function aBackup(admin: Person): Promise<Backup> {
  await admin.pb.send(path, { method: 'POST' })
  const [newest] = await allBackupsMade(admin)
  if (!newest) throw new Error('no copy was made')
  return newest
}

/** Downloads a backup's file like an administrator's browser. */
export async function fileOf(admin: Person, { id }: Backup): Promise<Response> {
  const body = { password: admin.password }
  const { grant } = await admin.pb.send<{ grant: string }>(`${path}/${id}/grant`, { method: 'POST', body })
  return fetch(admin.pb.buildURL(`${path}/${id}/file?grant=${grant}`))
}
