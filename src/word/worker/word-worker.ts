import type { RevisionChoice } from '../reading/document-reader.ts'
import { readWordDocument, type WordDocument } from '../reading/read-word-document.ts'

export interface WordWorkerRequest {
  file: File
  revisions: RevisionChoice
}
export type WordWorkerResponse = { read: WordDocument } | { failure: string }

addEventListener('message', ({ data: { file, revisions } }: MessageEvent<WordWorkerRequest>) => {
  const send = (answer: WordWorkerResponse) => postMessage(answer)
  file
    .arrayBuffer()
    .then((bytes) => readWordDocument(new Uint8Array(bytes), revisions))
    .then(
      (read) => send({ read }),
      (error: unknown) => send({ failure: error instanceof Error ? error.message : String(error) }),
    )
})
