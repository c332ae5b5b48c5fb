import { isOwnPdf, joinPdfs } from '../../src/domain/documents/pdf/join.ts'
import { contextOf } from '../lib/clock.ts'
import { contentOf, ownPdf } from './content.ts'
import { type Kept, type KeptFiles, tellLost } from './kept.ts'
import { letterheadNow } from './letterhead.ts'

interface Bundle {
  title: string
  twoSided: boolean
}

/** Whether one of these files is of our own writer: a bundle of a service's alone would be nothing but gaps. */
export function hasOwn(documents: Iterable<Kept>, files: KeptFiles): boolean {
  for (const document of documents) if (isOwnPdf(textOf(files, document, 32))) return true
  return false
}

/** One PDF of documents, for the printer. What is no part of it has a page in its place that says so. */
export function writeJoined(
  app: CoreApp,
  documents: Iterable<Kept>,
  files: KeptFiles,
  { title, twoSided }: Bundle,
  write: (piece: string) => void,
) {
  const letterhead = letterheadNow(app)
  const date = contextOf(app).today
  const whole = joinPdfs({ title, author: letterhead.name, date, twoSided }, write)
  for (const document of documents) {
    const text = textOf(files, document)
    if (whole.add(text, document.number)) continue
    const why = text
      ? 'Lo hizo un servicio externo y no se puede unir a los demás: descárguelo en el ZIP o desde su solicitud.'
      : 'Su archivo no está en el servidor.'
    const source = {
      code: '',
      name: 'Falta un documento',
      version: 0,
      fields: [],
      paper: {},
      body: `# Aquí falta un documento\n\n${why}`,
    }
    const page = ownPdf(contentOf(letterhead, source, {}, date, document.number))
    if ('pdf' in page) whole.add(String(page.pdf), document.number)
  }
  whole.end()
}

function textOf(files: KeptFiles, document: Kept, most?: number): string {
  try {
    return toString(files.read(document, most))
  } catch (error) {
    tellLost(document, error)
    return ''
  }
}
