import type { ExportedRequest } from '../../domain/requests/request-export.ts'
import { csvExport, type ExportFile, type ExportPlan, xlsxExport } from '../writing/export-file.ts'
import type { FileKind } from './workbooks.ts'

export type ExportQuestion = { begin: ExportPlan & { kind: FileKind } } | { add: readonly ExportedRequest[] } | 'finish'
export type ExportAnswer = { done: Blob | null } | { failure: string }

let file: ExportFile | undefined

async function answer(question: ExportQuestion): Promise<Blob | null> {
  if (question === 'finish') return (await file?.finish()) ?? null
  if ('begin' in question)
    file = question.begin.kind === 'xlsx' ? xlsxExport(question.begin) : csvExport(question.begin)
  else await file?.add(question.add)
  return null
}

addEventListener('message', ({ data }: MessageEvent<ExportQuestion>) => {
  const tell = (said: ExportAnswer) => postMessage(said)
  answer(data).then(
    (done) => tell({ done }),
    (error: unknown) => tell({ failure: error instanceof Error ? error.message : String(error) }),
  )
})
