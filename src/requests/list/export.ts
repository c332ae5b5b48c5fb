import { type CsvCell, csvLines, csvMark } from '../../domain/csv.ts'
import { documentKindNames, documentKindOf } from '../../domain/document-kind.ts'
import { type RequestItem, requestStatusNames } from '../../domain/request.ts'
import { persist } from '../../lib/patience.ts'
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
  ['Clase de documento', (item) => kindNameOf(item)],
  ['Motivo', (item) => item.reason],
]

function kindNameOf(item: RequestItem): string {
  const kind = documentKindOf(item)
  return kind && documentKindNames[kind]
}

/** Everything that the search finds as a csv, read page by page from the oldest so that newer ones displace none. */
export async function exportCsv(search: ListSearch, tell: (done: number, total: number) => void, signal: AbortSignal) {
  const parts = [csvMark, csvLines([columns.map(([name]) => name)])]
  const seen = new Set<string>()
  for (let page = 1, pages = 1; page <= pages; page++) {
    const answer = await persist(() => pageOf({ ...filterOf(search), sort: 'created', page }, perPage), { signal })
    const items = answer.items.filter((item) => !seen.has(item.id))
    for (const { id } of items) seen.add(id)
    parts.push(csvLines(items.map((item) => columns.map(([, cell]) => cell(item)))))
    pages = answer.totalPages
    tell(seen.size, answer.totalItems)
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}

/** As a spreadsheet in Spanish reads a moment: «03/04/2025 14:05», in the reader's own time zone. */
function sheetMoment(stored: string): string {
  if (!stored) return ''
  const at = new Date(stored.replace(' ', 'T'))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(at.getDate())}/${two(at.getMonth() + 1)}/${at.getFullYear()} ${two(at.getHours())}:${two(at.getMinutes())}`
}
