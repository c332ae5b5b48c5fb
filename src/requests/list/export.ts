import { ClientResponseError } from 'pocketbase'
import { type CsvCell, csvLines, csvMark } from '../../domain/csv.ts'
import { type RequestItem, requestStatusNames } from '../../domain/request.ts'
import { filterOf, type ListSearch } from '../list-search.ts'
import { pageOf } from '../queries.ts'

const perPage = 200

const columns: readonly (readonly [string, (item: RequestItem) => CsvCell])[] = [
  ['Número', (item) => item.number],
  ['Estado', (item) => requestStatusNames[item.status]],
  ['Código', (item) => item.formatCode],
  ['Formato', (item) => item.formatName],
  ['Datos', (item) => item.summary],
  ['Solicitante', (item) => item.ownerName],
  ['Lote', (item) => item.batchNumber],
  ['Fila', (item) => item.row || ''],
  ['Creada', (item) => sheetMoment(item.created)],
  ['Enviada', (item) => sheetMoment(item.submittedAt)],
  ['Decidida', (item) => sheetMoment(item.decidedAt)],
  ['Documento', (item) => item.documentNumber],
  ['Motivo', (item) => item.reason],
]

/** Everything that the search finds as a csv, read page by page from the oldest so that newer ones displace none. */
export async function exportCsv(search: ListSearch, tell: (done: number, total: number) => void, signal: AbortSignal) {
  const parts = [csvMark, csvLines([columns.map(([name]) => name)])]
  const seen = new Set<string>()
  for (let page = 1, pages = 1; page <= pages; page++) {
    signal.throwIfAborted()
    const answer = await patient(() => pageOf({ ...filterOf(search), sort: 'created', page }, perPage), signal)
    const items = answer.items.filter((item) => !seen.has(item.id))
    for (const { id } of items) seen.add(id)
    parts.push(csvLines(items.map((item) => columns.map(([, cell]) => cell(item)))))
    pages = answer.totalPages
    tell(seen.size, answer.totalItems)
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

/** The server lets one ask only so often: then it waits and asks again. */
async function patient<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof ClientResponseError) || error.status !== 429) throw error
      await new Promise((resolve) => setTimeout(resolve, 2000))
      signal.throwIfAborted()
    }
  }
}

/** As a spreadsheet in Spanish reads a moment: «03/04/2025 14:05», in the reader's own time zone. */
function sheetMoment(stored: string): string {
  if (!stored) return ''
  const at = new Date(stored.replace(' ', 'T'))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(at.getDate())}/${two(at.getMonth() + 1)}/${at.getFullYear()} ${two(at.getHours())}:${two(at.getMinutes())}`
}
