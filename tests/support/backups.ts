import { expect } from 'vitest'
import type { Backup, BackupList } from '../../src/domain/backups/backup.ts'
import type { Person } from './people.ts'

const path = '/api/app/backups'

export const backupsOf = ({ pb }: Person) => pb.send<BackupList>(path, { method: 'GET' })

/** The copies there are, the newest first, once none is being made. */
export async function allBackupsMade(admin: Person): Promise<Backup[]> {
  const making = async () => (await backupsOf(admin)).items.filter(({ status }) => status === 'making').length
  await expect.poll(making, { timeout: 60_000, interval: 100 }).toBe(0)
  return (await backupsOf(admin)).items
}

/** A copy made now, good or not. */
export async function aBackup(admin: Person): Promise<Backup> {
  await admin.pb.send(path, { method: 'POST' })
  const [newest] = await allBackupsMade(admin)
  if (!newest) throw new Error('no copy was made')
  return newest
}

/** Its file, as an administrator's browser gets it. */
export async function fileOf(admin: Person, { id }: Backup): Promise<Response> {
  const body = { password: admin.password }
  const { grant } = await admin.pb.send<{ grant: string }>(`${path}/${id}/grant`, { method: 'POST', body })
  return fetch(admin.pb.buildURL(`${path}/${id}/file?grant=${grant}`))
}
