import { buildDocumentModel, type DocumentModel, type DocumentModelInput } from '../../src/domain/documents/document.ts'
import { resolveDocumentDate } from '../../src/domain/documents/document-date.ts'
import { resolveIssuer } from '../../src/domain/documents/issuer.ts'
import type { UnsupportedCharacter } from '../../src/domain/documents/layout/layout.ts'
import { resolvePageSetup } from '../../src/domain/documents/page-setup.ts'
import type { FormatPaperSettings } from '../../src/domain/documents/paper.ts'
import type { EmbeddedFont } from '../../src/domain/documents/pdf/fonts.ts'
import { renderPdf } from '../../src/domain/documents/pdf/pdf.ts'
import { pdfHeader } from '../../src/domain/documents/pdf/pdf-file.ts'
import { renderBlocks } from '../../src/domain/documents/render.ts'
import type { ErrorCode } from '../../src/domain/errors.ts'
import type { Field, Values } from '../../src/domain/fields/field.ts'
import { getNotation } from '../../src/domain/money/notation.ts'
import { getPublicUrl } from '../lib/public-url.ts'
import type { Letterhead } from './letterhead.ts'

/** Cache of parsed fonts, per virtual machine. */
const fontCache: Record<string, EmbeddedFont> = {}

/** Returns a font of the documents. The build stores the fonts beside the hooks. */
function loadFont(name: string): EmbeddedFont {
  fontCache[name] ??= JSON.parse(toString($os.readFile(`${__hooks}/fonts/${name}.json`))) as EmbeddedFont
  return fontCache[name]
}

interface Source {
  code: string
  name: string
  fields: Field[]
  body: string
  paper: FormatPaperSettings
}

/** Document to render, with the fields that its error messages refer to. */
export interface DocumentContent {
  fields: Field[]
  model: DocumentModel
}

/** Parts of a document besides its body: type, annulment, signatures, approval and evidence. */
export type DocumentMarks = Pick<
  DocumentModelInput,
  'kind' | 'annulledOn' | 'annulReason' | 'signatures' | 'approval' | 'evidence'
>

/** Reason why a document could not be generated. `details`: texts for the error message. */
export interface DocumentFailure {
  code: ErrorCode
  details?: Record<string, string>
}

export type PdfResult = { pdf: string | number[] } | { failure: DocumentFailure }

/**
 * Builds the document model. `values` must include computed values. `number` is `null` for a preview; `decided` is the date of the decision
 * (`YYYY-MM-DD`).
 */
export function buildDocumentContent(
  organisation: Letterhead,
  source: Source,
  values: Values,
  decided: string,
  number: string | null,
  { code = '', ...mark }: DocumentMarks & { code?: string } = {},
): DocumentContent {
  const resolved = resolveDocumentDate(source, values, decided)
  const page = resolvePageSetup(source.paper, organisation.page)
  const notation = getNotation(page.country)
  const blocks = renderBlocks(source.body, resolved.fields, resolved.values, organisation.name, notation)
  const issuer = resolveIssuer(source, values, organisation, notation)
  const parts = {
    organisation: issuer,
    format: { code: source.code, name: source.name },
    number,
    date: resolved.date,
    blocks,
  }
  const check = { code, site: getPublicUrl((name) => $os.getenv(name)) }
  const model = buildDocumentModel({ ...parts, page, check, ...mark })
  return { fields: source.fields, model }
}

/** Generates the PDF with the built-in writer. Returns a failure with the characters that its fonts lack. */
export function renderBuiltInPdf({ model, fields }: DocumentContent): PdfResult {
  const { body, lacking } = renderPdf(model, loadFont)
  if (lacking.length) return { failure: buildMissingGlyphFailure(lacking, fields) }
  // Joins the parts as Go strings. Concatenation in JavaScript would re-encode non-ASCII text character by character.
  return { pdf: toString(pdfHeader.text) + toString(body) }
}

function buildMissingGlyphFailure(lacking: UnsupportedCharacter[], fields: Field[]): DocumentFailure {
  const known = [...fields, ...fields.flatMap(({ columns = [] }) => columns)]
  const labels = lacking.flatMap(({ key }) => known.find((field) => field.key === key)?.label ?? [])
  const details = {
    characters: formatQuotedList(lacking.map(({ character }) => character)),
    fields: formatQuotedList(labels),
  }
  return { code: labels.length ? 'document.characters' : 'document.letterhead', details }
}

const formatQuotedList = (texts: string[]) =>
  [...new Set(texts)]
    .slice(0, 5)
    .map((text) => `«${text}»`)
    .join(', ')
