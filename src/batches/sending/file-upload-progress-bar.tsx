import { useStore } from 'zustand'
import { formatCount, formatFileSize, formatNumber } from '../../lib/number-format.ts'
import { Progress } from '../../ui/data/progress.tsx'
import type { FileUploader } from './file-uploader.ts'

export function FileUploadProgressBar({ files, waits = false }: { files: FileUploader; waits?: boolean }) {
  const { count, bytes, sent, sentBytes } = useStore(files.store)
  if (count === 0) return null
  return (
    <Progress
      label="Subiendo archivos"
      value={sentBytes}
      max={Math.max(1, bytes)}
      detail={`${formatNumber(sent)} de ${formatCount(count, 'archivo', 'archivos')} · ${formatFileSize(sentBytes)} de ${formatFileSize(bytes)}`}
      tone={waits ? 'amber' : 'seal'}
    />
  )
}
