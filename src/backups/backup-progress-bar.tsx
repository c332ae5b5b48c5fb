import { backupStepLabels } from '../domain/backups/backup.ts'
import type { BackupProgress } from '../domain/backups/backup-output.ts'
import { formatFileSize } from '../lib/file-size.ts'
import { formatNumber } from '../lib/number-format.ts'
import { Progress } from '../ui/data/progress.tsx'

export function BackupProgressBar({ progress }: { progress: BackupProgress | null }) {
  if (!progress) return <Progress label="Empezando" />
  const { step, done, total } = progress
  const label = backupStepLabels[step]
  if (!total) return <Progress label={label} />
  const amount = step === 'files' ? formatNumber : formatFileSize
  return (
    <Progress label={label} value={Math.min(done, total)} max={total} detail={`${amount(done)} de ${amount(total)}`} />
  )
}
