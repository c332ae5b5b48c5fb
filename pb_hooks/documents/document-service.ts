import { renderHtml } from '../../src/domain/documents/html.ts'
import { getDocumentServiceUrl } from '../lib/environment.ts'
import type { DocumentContent, DocumentFailure, PdfResult } from './document-content.ts'

const maxAttempts = 3
const limits = { seconds: 30, bytes: 20_971_520 }
/** Form options of Gotenberg. Page size and margins are in the CSS. */
const options = {
  preferCssPageSize: 'true',
  printBackground: 'true',
  generateTaggedPdf: 'true',
  pdfa: 'PDF/A-2b',
  pdfua: 'true',
}

/** Converts a document to PDF with Gotenberg, in up to three attempts. Accepts only complete PDF files. */
export function renderWithDocumentService({ model }: DocumentContent): PdfResult {
  const html = renderHtml(model)
  let failure: DocumentFailure = { code: 'document.connection' }
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    if (attempt > 1) sleep(1000 * (attempt - 1))
    const made = requestPdf(html)
    if ('pdf' in made) return made
    failure = made.failure
  }
  return { failure }
}

function requestPdf(html: string): PdfResult {
  const url = `${getDocumentServiceUrl().replace(/\/+$/, '')}/forms/chromium/convert/html`
  const page = { field: 'files', name: 'index.html', type: 'text/html; charset=utf-8', content: html }
  const form = { fields: options, ...page }
  const basic = basicSecret()
  const headers: Record<string, string> = basic ? { Authorization: `Basic ${basic}` } : {}
  const { seconds, bytes } = limits
  const answer = engine.fetch({ method: 'POST', url, headers, form, seconds, maxBytes: bytes + 1 })
  const failure = findResponseFailure(answer)
  return failure ? { failure } : { pdf: answer.bytes }
}

/** Secret of HTTP basic authentication; empty without a username. */
function basicSecret(): string {
  const name = $os.getenv('DOCUMENT_BACKEND_USERNAME')
  return name && Buffer.from(`${name}:${$os.getenv('DOCUMENT_BACKEND_PASSWORD')}`).toString('base64')
}

/** Returns the error of a call. Omits the engine's message, because it contains the address, which may include a key. */
function findResponseFailure({ error, status, bytes, header }: EngineAnswer): DocumentFailure | undefined {
  if (error) return { code: `document.${error === 'private' ? 'connection' : error}` }
  const type = header('Content-Type')
  if (status !== 200) return { code: 'document.status', details: { status: String(status) } }
  if (!/^application\/pdf\b/i.test(type)) return { code: 'document.type', details: { type: type.slice(0, 80) } }
  if (bytes.length > limits.bytes) return { code: 'document.size' }
  const all = Buffer.from(bytes)
  const start = Buffer.from(all.subarray(0, 5)).toString()
  const end = Buffer.from(all.subarray(-1024)).toString()
  return start === '%PDF-' && end.includes('%%EOF') ? undefined : { code: 'document.cut' }
}
