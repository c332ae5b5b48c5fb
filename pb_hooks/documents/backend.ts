import { toHtml } from '../../src/domain/documents/html.ts'
import { documentBackend, documentBackendKind } from '../lib/environment.ts'
import { type Answer, type Authorization, post, redirected } from '../lib/http.ts'
import { multipart } from '../lib/multipart.ts'
import type { Content, Failure, Made } from './content.ts'

const tries = 3
const limits = { seconds: 30, bytes: 20_971_520 }

/** Asks the document backend, three times if need be; what it sends is taken only if it is a whole PDF. */
export function backendPdf(content: Content): Made {
  let failure: Failure = { code: 'document.connection' }
  for (let attempt = 1; attempt <= tries; attempt++) {
    if (attempt > 1) sleep(1000 * (attempt - 1))
    const made = ask(content)
    if ('pdf' in made) return made
    failure = made.failure
  }
  return { failure }
}

function ask(content: Content): Made {
  try {
    const { url, ...question } = documentBackendKind() === 'gotenberg' ? forGotenberg(content) : inOurWords(content)
    const answer = post(url, { ...question, authorization: authorization() }, limits)
    const failure = faultOf(answer)
    return failure ? { failure } : { pdf: answer.bytes }
  } catch (error) {
    return { failure: reasonOf(error) }
  }
}

function inOurWords({ code, version, number, values, body, model }: Content) {
  const text = JSON.stringify({ format: code, version, number, kind: model.kind, values, body, html: toHtml(model) })
  return { url: documentBackend(), type: 'application/json', text }
}

/** What Gotenberg 8 takes; paper and margins stand in the page itself. */
function forGotenberg({ model }: Content) {
  const wanted = {
    preferCssPageSize: 'true',
    printBackground: 'true',
    generateTaggedPdf: 'true',
    pdfa: 'PDF/A-2b',
    pdfua: 'true',
  }
  const page = { field: 'files', name: 'index.html', type: 'text/html; charset=utf-8', text: toHtml(model) }
  const url = `${documentBackend().replace(/\/+$/, '')}/forms/chromium/convert/html`
  return { url, ...multipart(wanted, page) }
}

function authorization(): Authorization | null {
  const name = $os.getenv('DOCUMENT_BACKEND_USERNAME')
  const pair = `${name}:${$os.getenv('DOCUMENT_BACKEND_PASSWORD')}`
  if (name) return { scheme: 'Basic', secret: Buffer.from(pair).toString('base64') }
  const token = $os.getenv('DOCUMENT_BACKEND_TOKEN')
  return token ? { scheme: 'Bearer', secret: token } : null
}

function faultOf({ status, type, bytes }: Answer): Failure | undefined {
  if (status !== 200) return { code: 'document.status', details: { status: String(status) } }
  if (!/^application\/pdf\b/i.test(type)) return { code: 'document.type', details: { type: type.slice(0, 80) } }
  if (bytes.length > limits.bytes) return { code: 'document.size' }
  const all = Buffer.from(bytes)
  const start = Buffer.from(all.subarray(0, 5)).toString()
  const end = Buffer.from(all.subarray(-1024)).toString()
  return start === '%PDF-' && end.includes('%%EOF') ? undefined : { code: 'document.cut' }
}

/** What Go says of a failed call, without the address: it may carry a key, and whoever asked for a document reads this. */
function reasonOf(error: unknown): Failure {
  const text = String(error)
  if (/deadline|Timeout/.test(text)) return { code: 'document.timeout' }
  if (/unexpected EOF/.test(text)) return { code: 'document.cut' }
  return { code: text.includes(redirected) ? 'document.redirect' : 'document.connection' }
}
