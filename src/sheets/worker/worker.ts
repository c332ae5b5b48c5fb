import { ReadingError } from '../files/reading-error.ts'
import type { CallName, WorkerFailure, WorkerRequest, WorkerResponse } from './protocol.ts'
import { SheetSession } from './sheet-session.ts'
import { Workbooks } from './workbooks.ts'

const quiet = 100

let session: SheetSession | null = null
let workbooks: Workbooks | null = null
let queue: Promise<unknown> = Promise.resolve()
let told = 0

const tell = (answer: WorkerResponse) => postMessage(answer)

function progress(done: number, total: number): void {
  if (done < total && performance.now() - told < quiet) return
  told = performance.now()
  tell({ progress: { done, total } })
}

function failureOf(error: unknown): WorkerFailure {
  if (error instanceof ReadingError) return { code: error.code, details: error.details }
  return { message: error instanceof Error ? error.message : String(error) }
}

async function answer(id: number, call: CallName, args: unknown[]): Promise<void> {
  try {
    const part = [session, workbooks].find((each) => each && call in each) ?? session?.rows
    const method = part?.[call as keyof typeof part] as ((...args: unknown[]) => unknown) | undefined
    tell({ id, result: await method?.apply(part, args) })
  } catch (error) {
    tell({ id, failure: failureOf(error) })
  }
}

addEventListener('message', ({ data }: MessageEvent<WorkerRequest>) => {
  if ('start' in data) {
    session = new SheetSession(data.start.fields, data.start.context, progress)
    workbooks = new Workbooks(session, data.start.fields)
  } else queue = queue.then(() => answer(data.id, data.call, data.args))
})
