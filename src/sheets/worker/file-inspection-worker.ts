import { type FileInspection, type FileToInspect, inspectFileContents } from '../files/file-inspection.ts'

export type FileInspectionMessage =
  | { progress: { done: number; total: number } }
  | { inspected: FileInspection }
  | { failure: string }

const progressIntervalMs = 100
let lastProgressAt = 0

addEventListener('message', ({ data }: MessageEvent<FileToInspect[]>) => {
  const tell = (answer: FileInspectionMessage) => postMessage(answer)
  inspectFileContents(data, (done, total) => {
    if (done < total && performance.now() - lastProgressAt < progressIntervalMs) return
    lastProgressAt = performance.now()
    tell({ progress: { done, total } })
  }).then(
    (inspected) => tell({ inspected }),
    (error: unknown) => tell({ failure: error instanceof Error ? error.message : String(error) }),
  )
})
