export { runBackupProcess } from '../backups/backup-process.ts'
export { deleteBackup, listBackups, makeBackupNow, saveBackupPlan } from '../backups/backups.ts'
export { downloadBackup, grantBackupDownload } from '../backups/download.ts'
export { parseRestoreFile, restoreBackup, verifyRestored } from '../backups/restore.ts'
