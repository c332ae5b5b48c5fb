import type { MailPurpose } from '../../src/domain/deliveries/delivery.ts'
import { linkDays } from '../../src/domain/links/link.ts'
import { formatLongDate } from '../../src/domain/time/date.ts'
import { escapeHtml, preventAutoLinks, renderMailButton, renderMailHtml } from '../mail/mail-html.ts'

/** Document in a mail to a person without an account. */
interface MailedDocument {
  number: string
  format: string
  /** Sentence about the document: who refused to sign it, and why. */
  note?: string
}

interface DeliveryMailContent {
  purpose: MailPurpose
  /** Name of the organisation, or else of the application. */
  sender: string
  /** Name of the recipient; empty if the format has no field for it. */
  name: string
  documents: readonly MailedDocument[]
  /** Address of the link. */
  url: string
  /** Last day to sign: `YYYY-MM-DD`. Only of mails that ask for a signature. */
  until?: string
  /** `attached`: the PDF files are in the mail; `tooLarge`: they should be but are too large; `none`: only the link. */
  attachment: 'attached' | 'tooLarge' | 'none'
}

/** Maximum documents listed in a mail; further ones are only counted. */
const maxListed = 20

const attachmentTexts = {
  attached: ['El documento va adjunto en PDF.', 'Los documentos van adjuntos en PDF.'],
  tooLarge: [
    'El documento no va adjunto porque pesa demasiado para un correo.',
    'Los documentos no van adjuntos porque pesan demasiado para un correo.',
  ],
} as const

interface PurposeTexts {
  /** Predicate of the subject after the sender: «Acme le envía un documento: Carta laboral». */
  subject: (what: string) => string
  /** Predicate of the first sentence, for one document and for several, if it is not that of the subject. */
  intro?: readonly [one: string, several: string]
  button: readonly [one: string, several: string]
  /** True if the recipient is asked to sign. */
  asks?: true
}

const documentButton = ['Ver el documento', 'Ver los documentos'] as const
const signButton = ['Leer y firmar', 'Leer y firmar'] as const

const purposeTexts: Record<MailPurpose, PurposeTexts> = {
  deliver: {
    subject: (what) => `le envía ${what}`,
    button: documentButton,
  },
  sign: {
    subject: (what) => `le pide firmar ${what}`,
    button: signButton,
    asks: true,
  },
  remind: {
    subject: (what) => `espera su firma en ${what}`,
    button: signButton,
    asks: true,
  },
  refused: {
    subject: (what) => `le informa que no se completó ${what}`,
    intro: [
      'le informa que este documento, que usted firmó, no se completó',
      'le informa que estos documentos, que usted firmó, no se completaron',
    ],
    button: documentButton,
  },
  complete: {
    subject: (what) => `le envía, con todas las firmas, ${what}`,
    intro: [
      'le envía este documento, que ya tiene todas las firmas',
      'le envía estos documentos, que ya tienen todas las firmas',
    ],
    button: documentButton,
  },
  answer: {
    subject: (what) => `respondió su solicitud de ${what}`,
    intro: ['respondió esta solicitud', 'respondió estas solicitudes'],
    button: ['Ver la respuesta', 'Ver las respuestas'],
  },
}

/**
 * Builds a mail to a person without an account: it delivers documents, asks for signatures, or reports what became of them. Its text is fixed.
 * Names, numbers and reasons are escaped, and mail programs do not turn them into links, because other people choose them.
 */
export function buildDeliveryMail({
  purpose,
  sender,
  name,
  documents,
  url,
  until = '',
  attachment,
}: DeliveryMailContent) {
  const texts = purposeTexts[purpose]
  const isSingle = documents.length === 1
  const pick = ([one, several]: readonly [string, string]) => (isSingle ? one : several)
  const intro = texts.intro ? pick(texts.intro) : texts.subject(pick(['este documento', 'estos documentos']))
  const lines = documents.slice(0, maxListed).map(({ number, format, note }) => {
    const title = `<strong>${escapeHtml(preventAutoLinks(format))}</strong>, ${escapeHtml(number)}`
    return `<li>${title}${note ? `. ${escapeHtml(preventAutoLinks(note))}` : ''}</li>`
  })
  const rest = documents.length > maxListed ? `<p>Y ${documents.length - maxListed} más.</p>` : ''
  const attached = attachment === 'none' ? '' : `<p>${pick(attachmentTexts[attachment])}</p>`
  const validity = until ? `Puede firmar hasta el ${formatLongDate(until)}.` : `El enlace vence en ${linkDays} días.`
  const [first] = documents
  const what = isSingle ? `un documento: ${first?.format ?? ''}` : `${documents.length} documentos`
  return {
    subject: `${sender} ${texts.subject(what)}`,
    html: renderMailHtml(
      preventAutoLinks(name),
      `<p>${escapeHtml(preventAutoLinks(sender))} ${intro}:</p>
<ul>${lines.join('')}</ul>${rest}${attached}
${renderMailButton(url, pick(texts.button))}
<p>Para ${texts.asks ? 'leerlo y firmarlo' : 'verlo'}, confirme este correo con un código de seis dígitos. No necesita una cuenta. ${validity}</p>
<p>Si usted no esperaba este correo, ignórelo y no lo reenvíe.</p>`,
    ),
  }
}
