import { serveCalls } from '../../sheets/worker/worker-calls.ts'
import type { RevisionChoice } from '../reading/document-reader.ts'
import { readWordDocument } from '../reading/read-word-document.ts'

export interface WordWorkerRequest {
  file: File
  revisions: RevisionChoice
}

const calls = {
  read: async ({ file, revisions }: WordWorkerRequest) =>
    readWordDocument(new Uint8Array(await file.arrayBuffer()), revisions),
}
export type WordCalls = typeof calls

serveCalls(() => calls)
