import { toHtml } from '../src/domain/document/html.ts'
import { errors } from '../src/domain/errors.ts'
import type { Content, Made } from './document-content.ts'

const tries = 3
const secondsEach = 30
const maxBytes = 20_971_520

/** Address of the service that makes the documents, or empty where the server makes them itself. */
export function documentBackend(): string {
  return $os.getenv('DOCUMENT_BACKEND_URL')
}

/** Asks the document backend, three times if need be; what it sends is taken only if it is a whole PDF. */
export function backendPdf(content: Content): Made {
  let failure = ''
  for (let attempt = 1; attempt <= tries; attempt++) {
    if (attempt > 1) sleep(1000 * attempt)
    const made = ask(content)
    if ('pdf' in made) return made
    failure = made.failure
  }
  return { failure: `${errors['document.backend']} ${failure}` }
}

function ask({ code, version, number, values, body, model }: Content): Made {
  try {
    const answer = $http.send({
      url: documentBackend(),
      method: 'POST',
      timeout: secondsEach,
      headers: headers(),
      body: JSON.stringify({ format: code, version, number, values, body, html: toHtml(model) }),
    })
    const failure = faultOf(answer)
    return failure ? { failure } : { pdf: answer.body }
  } catch (error) {
    return { failure: `No se pudo conectar (${String(error).slice(0, 200)}).` }
  }
}

function headers(): Record<string, string> {
  const token = $os.getenv('DOCUMENT_BACKEND_TOKEN')
  const json = { 'Content-Type': 'application/json', Accept: 'application/pdf' }
  return token ? { ...json, Authorization: `Bearer ${token}` } : json
}

type Answer = ReturnType<typeof $http.send>

// A cut answer comes with status 200 as well: only the mark at the end tells.
function faultOf({ statusCode, headers, body }: Answer): string {
  const type = headers['Content-Type']?.[0] ?? ''
  if (statusCode !== 200) return `Respondió con el estado ${statusCode}.`
  if (!/^application\/pdf\b/i.test(type)) return `Respondió con «${type.slice(0, 80)}».`
  if (body.length > maxBytes) return 'El archivo pasa de 20 MB.'
  const bytes = Buffer.from(body)
  const start = Buffer.from(bytes.subarray(0, 5)).toString()
  const end = Buffer.from(bytes.subarray(-1024)).toString()
  return start === '%PDF-' && end.includes('%%EOF') ? '' : 'El PDF llegó incompleto.'
}
