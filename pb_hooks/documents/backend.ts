import { toHtml } from '../../src/domain/document/html.ts'
import { documentBackend } from '../lib/environment.ts'
import { type Answer, postJson, redirected } from '../lib/http.ts'
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

function ask({ code, version, number, values, body, model }: Content): Made {
  try {
    const json = JSON.stringify({ format: code, version, number, values, body, html: toHtml(model) })
    const answer = postJson(documentBackend(), json, $os.getenv('DOCUMENT_BACKEND_TOKEN'), limits)
    const failure = faultOf(answer)
    return failure ? { failure } : { pdf: answer.bytes }
  } catch (error) {
    return { failure: reasonOf(error) }
  }
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
