import type { ExportOptions, ExportWriter } from '../writing/export-writer.ts'
import type { ExportWorkerRequest, ExportWorkerResponse } from './export-worker.ts'
import type { ExportFileType } from './workbook-writer.ts'

/** Starts a worker that writes an export file of requests. The caller sends the requests in chunks. */
export function startExportWorker(plan: ExportOptions & { kind: ExportFileType }): ExportWriter & { close(): void } {
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' })
  const ask = (question: ExportWorkerRequest) =>
    new Promise<Blob | null>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<ExportWorkerResponse>) =>
        'done' in data ? resolve(data.done) : reject(new Error(data.failure))
      // Reports an error of the worker as out of memory, because that is the most likely cause.
      worker.onerror = () =>
        reject(new Error('No se pudo escribir el archivo: la lista es muy larga para este equipo.'))
      worker.postMessage(question)
    })
  const begun = ask({ begin: plan })
  return {
    async add(rows) {
      await begun
      await ask({ add: rows })
    },
    async finish() {
      await begun
      return (await ask('finish')) ?? new Blob()
    },
    close: () => worker.terminate(),
  }
}
