import type { Field } from '../../domain/field.ts'
import { ReadingError } from '../files/reading-error.ts'
import { answersFor, heldRows, storedRows } from '../judging/stored-rows.ts'
import type { Answer, CallName, Calls, Failure, Question, WorkbookCalls } from './protocol.ts'
import { Session } from './session.ts'

const quiet = 100

let calls: Calls | null = null
let queue: Promise<unknown> = Promise.resolve()
let told = 0

const tell = (answer: Answer) => postMessage(answer)

function progress(done: number, total: number): void {
  if (done < total && performance.now() - told < quiet) return
  told = performance.now()
  tell({ progress: { done, total } })
}

function callsOf(session: Session, fields: readonly Field[]): Calls {
  let collected: (readonly string[])[] = []
  const own: WorkbookCalls = {
    async errorWorkbook(origin) {
      const { errorWorkbook } = await import('../writing/error-workbook.ts')
      const { rows, keys } = session.errorRows()
      return errorWorkbook(rows, keys, fields, origin)
    },
    async resultsFile(kind, name, outcomes) {
      const { resultsFile } = await import('../writing/results.ts')
      return resultsFile(kind, name, session.results(outcomes))
    },
    collect(rows) {
      collected = collected.concat(rows)
    },
    async tableFile(kind, name, headers) {
      const { resultsFile } = await import('../writing/results.ts')
      const rows = collected
      collected = []
      return resultsFile(kind, name, { headers, rows })
    },
    async openRows(stored) {
      const { errorWorkbook } = await import('../writing/error-workbook.ts')
      const { rows, keys } = storedRows(stored, fields)
      await session.open(await errorWorkbook(rows, keys, fields), 'Errores')
      session.chooseSheet({ sheet: 0, header: { index: 0, span: 1 } })
      const mapping = Object.fromEntries(keys.map((key, place) => [place + 1, key]))
      session.convert({ mapping, answers: answersFor(keys, fields), keepBlank: true, held: heldRows(stored, rows) })
      session.refuse(rows)
      return { overview: session.overview(), keys }
    },
  }
  return Object.assign(session, own)
}

function failureOf(error: unknown): Failure {
  if (error instanceof ReadingError) return { code: error.code, details: error.details }
  return { message: error instanceof Error ? error.message : String(error) }
}

async function answer(id: number, call: CallName, args: unknown[]): Promise<void> {
  try {
    const method = calls?.[call] as ((...args: unknown[]) => unknown) | undefined
    tell({ id, result: await method?.apply(calls, args) })
  } catch (error) {
    tell({ id, failure: failureOf(error) })
  }
}

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  if ('start' in data) calls = callsOf(new Session(data.start.fields, data.start.context, progress), data.start.fields)
  else queue = queue.then(() => answer(data.id, data.call, data.args))
})
