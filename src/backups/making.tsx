import { type BackupProgress, backupStepLabels } from '../domain/backups/backup.ts'
import { numberOf } from '../lib/count.ts'
import { fileSizeOf } from '../lib/size.ts'
import { Progress } from '../ui/progress.tsx'

/** Progress bar of a backup being made. */
export function Making({ progress }: { progress: BackupProgress | null }) {
  if (!progress) return <Progress label="Empezando" />
  const { step, done, total } = progress
  const label = backupStepLabels[step]
  if (!total) return <Progress label={label} />
  const amount = step === 'files' ? numberOf : fileSizeOf
  return (
    <Progress label={label} value={Math.min(done, total)} max={total} detail={`${amount(done)} de ${amount(total)}`} />
  )
}
