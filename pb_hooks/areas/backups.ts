export { deleteBackup, listBackups, makeBackupNow, planBackups } from '../backups/backups.ts'
export { copyData } from '../backups/copy.ts'
export { fetchBackup, grantBackup } from '../backups/download.ts'
export { confirmRestored, fileToRestore, restore } from '../backups/restore.ts'
