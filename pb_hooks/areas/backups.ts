export { createBackup, deleteBackup, listBackups, saveBackupPlan } from '../backups/backups.ts'
export { downloadBackup, grantBackupDownload } from '../backups/download.ts'
export { parseRestoreFile, refuseRestore, restoreBackup } from '../backups/restore.ts'
