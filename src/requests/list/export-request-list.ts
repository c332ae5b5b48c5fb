import type { RequestExportChunk } from '../../domain/requests/request-export.ts'
import { pb } from '../../lib/pb.ts'
import { retryUntilSuccess } from '../../lib/retry.ts'
import type { ExportCalls } from '../../sheets/worker/export-worker.ts'
import { createWorkerClient } from '../../sheets/worker/worker-calls.ts'
import type { ExportFileType } from '../../sheets/writing/result-table.ts'
import { type RequestListSearchParams, toRequestFilter } from '../list-search.ts'

interface ExportOptions {
  search: RequestListSearchParams
  kind: ExportFileType
  /** Adds a column with the name of the approver. */
  withReviewer: boolean
  onProgress: (done: number, total: number) => void
  signal: AbortSignal
}

/**
 * Exports all results of the search as a file, oldest first. Loads a chunk of rows while the previous chunk is written,
 * so that only two chunks are in memory.
 */
export async function exportRequestList({
  search,
  kind,
  withReviewer,
  onProgress,
  signal,
}: ExportOptions): Promise<Blob> {
  const portionAfter = (after: number) =>
    retryUntilSuccess(
      () =>
        pb.send<RequestExportChunk>('/api/app/requests/export', {
          query: { ...toRequestFilter(search), after },
          signal,
        }),
      { signal },
    )
  const { versions, total, ...first } = await portionAfter(0)
  const worker = new Worker(new URL('../../sheets/worker/export-worker.ts', import.meta.url), { type: 'module' })
  const file = createWorkerClient<ExportCalls>(worker, {
    // Reports an error of the worker as out of memory, because that is the most likely cause.
    toLossError: () => new Error('No se pudo escribir el archivo: la lista es muy larga para su equipo.'),
  })
  try {
    await file.begin(kind, { versions, withReviewer })
    let done = 0
    for (let portion: Pick<RequestExportChunk, 'rows' | 'next'> | null = first; portion; ) {
      const reading: Promise<RequestExportChunk> | null = portion.next ? portionAfter(portion.next) : null
      await Promise.all([file.add(portion.rows), reading])
      done += portion.rows.length
      onProgress(done, Math.max(done, total))
      portion = await reading
    }
    signal.throwIfAborted()
    return await file.finish()
  } finally {
    file.close()
  }
}
