export { runBackupProcess } from '../backups/backup-process.ts'
export { createBackup, deleteBackup, listBackups, saveBackupPlan } from '../backups/backups.ts'
export { downloadBackup, grantBackupDownload } from '../backups/download.ts'
export { parseRestoreFile, restoreBackup, verifyRestoredDatabase } from '../backups/restore.ts'
