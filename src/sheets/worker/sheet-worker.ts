import { FileReadError } from '../files/file-read-error.ts'
import type { WorkerCallName, WorkerFailure, WorkerRequest, WorkerResponse } from './protocol.ts'
import { SheetSession } from './sheet-session.ts'
import { WorkbookWriter } from './workbook-writer.ts'

const progressIntervalMs = 100

let session: SheetSession | null = null
let workbooks: WorkbookWriter | null = null
let queue: Promise<unknown> = Promise.resolve()
let lastProgressAt = 0

const send = (answer: WorkerResponse) => postMessage(answer)

function progress(done: number, total: number): void {
  if (done < total && performance.now() - lastProgressAt < progressIntervalMs) return
  lastProgressAt = performance.now()
  send({ progress: { done, total } })
}

function toFailure(error: unknown): WorkerFailure {
  if (error instanceof FileReadError) return { code: error.code, details: error.details }
  return { message: error instanceof Error ? error.message : String(error) }
}

async function answer(id: number, call: WorkerCallName, args: unknown[]): Promise<void> {
  try {
    const part = [session, workbooks].find((each) => each && call in each) ?? session?.rows
    const method = part?.[call as keyof typeof part] as ((...args: unknown[]) => unknown) | undefined
    send({ id, result: await method?.apply(part, args) })
  } catch (error) {
    send({ id, failure: toFailure(error) })
  }
}

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  if ('start' in data) {
    session = new SheetSession(data.start.fields, data.start.context, progress)
    workbooks = new WorkbookWriter(session, data.start.fields)
  } else queue = queue.then(() => answer(data.id, data.call, data.args))
})
