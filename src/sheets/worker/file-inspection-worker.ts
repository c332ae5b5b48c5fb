import { type AddedFile, type FileInspection, inspectFileContents } from '../files/file-inspection.ts'

export type FileInspectionMessage =
  | { progress: { done: number; total: number } }
  | { inspected: FileInspection }
  | { failure: string }

const progressIntervalMs = 100
let lastProgressAt = 0

addEventListener('message', ({ data }: MessageEvent<AddedFile[]>) => {
  const send = (answer: FileInspectionMessage) => postMessage(answer)
  inspectFileContents(data, (done, total) => {
    if (done < total && performance.now() - lastProgressAt < progressIntervalMs) return
    lastProgressAt = performance.now()
    send({ progress: { done, total } })
  }).then(
    (inspected) => send({ inspected }),
    (error: unknown) => send({ failure: error instanceof Error ? error.message : String(error) }),
  )
})
