import { ReadingError } from '../files/reading-error.ts'
import type { Answer, CallName, Failure, Question } from './protocol.ts'
import { Session } from './session.ts'
import { Workbooks } from './workbooks.ts'

const quiet = 100

let halves: readonly (Session | Workbooks)[] = []
let queue: Promise<unknown> = Promise.resolve()
let told = 0

const tell = (answer: Answer) => postMessage(answer)

function progress(done: number, total: number): void {
  if (done < total && performance.now() - told < quiet) return
  told = performance.now()
  tell({ progress: { done, total } })
}

function failureOf(error: unknown): Failure {
  if (error instanceof ReadingError) return { code: error.code, details: error.details }
  return { message: error instanceof Error ? error.message : String(error) }
}

async function answer(id: number, call: CallName, args: unknown[]): Promise<void> {
  try {
    const half = halves.find((each) => call in each)
    const method = half?.[call as keyof typeof half] as ((...args: unknown[]) => unknown) | undefined
    tell({ id, result: await method?.apply(half, args) })
  } catch (error) {
    tell({ id, failure: failureOf(error) })
  }
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  if ('start' in data) {
    const session = new Session(data.start.fields, data.start.context, progress)
    halves = [session, new Workbooks(session, data.start.fields)]
  } else queue = queue.then(() => answer(data.id, data.call, data.args))
})
