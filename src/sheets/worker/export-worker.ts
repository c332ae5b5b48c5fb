import type { ExportedRequest } from '../../domain/requests/request-export.ts'
import { createCsvExport, createXlsxExport, type ExportOptions, type ExportWriter } from '../writing/export-writer.ts'
import type { ExportFileType } from './workbook-writer.ts'

export type ExportWorkerRequest =
  | { begin: ExportOptions & { kind: ExportFileType } }
  | { add: readonly ExportedRequest[] }
  | 'finish'
export type ExportWorkerResponse = { done: Blob | null } | { failure: string }

let file: ExportWriter | undefined

async function answer(question: ExportWorkerRequest): Promise<Blob | null> {
  if (question === 'finish') return (await file?.finish()) ?? null
  if ('begin' in question)
    file = question.begin.kind === 'xlsx' ? createXlsxExport(question.begin) : createCsvExport(question.begin)
  else await file?.add(question.add)
  return null
}

addEventListener('message', ({ data }: MessageEvent<ExportWorkerRequest>) => {
  const send = (response: ExportWorkerResponse) => postMessage(response)
  answer(data).then(
    (done) => send({ done }),
    (error: unknown) => send({ failure: error instanceof Error ? error.message : String(error) }),
  )
})
