import { linkDays } from '../../src/domain/links/link.ts'
import { escapeHtml, preventAutoLinks, renderMailButton, renderMailHtml } from '../mail/mail-html.ts'

/** Document in a delivery mail. */
interface DeliveredDocument {
  number: string
  format: string
}

interface DeliveryMailContent {
  /** Name of the organisation, or else of the application. */
  sender: string
  /** Name of the recipient; empty if the format has no field for it. */
  name: string
  documents: readonly DeliveredDocument[]
  /** Address of the link. */
  url: string
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

/**
 * Builds the mail that delivers documents to a person without an account. Its text is fixed. Names and numbers are escaped, and mail
 * programs do not turn them into links, because requesters choose them.
 */
export function buildDeliveryMail({ sender, name, documents, url, attachment }: DeliveryMailContent) {
  const isSingle = documents.length === 1
  const from = escapeHtml(preventAutoLinks(sender))
  const lines = documents.slice(0, maxListed).map(({ number, format }) => {
    const title = `<strong>${escapeHtml(preventAutoLinks(format))}</strong>, ${escapeHtml(number)}`
    return `<li>${title}</li>`
  })
  const rest = documents.length > maxListed ? `<p>Y ${documents.length - maxListed} más.</p>` : ''
  const attached = attachment === 'none' ? '' : `<p>${attachmentTexts[attachment][isSingle ? 0 : 1]}</p>`
  const [first] = documents
  return {
    subject: isSingle
      ? `${sender} le envía un documento: ${first?.format ?? ''}`
      : `${sender} le envía ${documents.length} documentos`,
    html: renderMailHtml(
      preventAutoLinks(name),
      `<p>${from} le envía ${isSingle ? 'este documento' : 'estos documentos'}:</p>
<ul>${lines.join('')}</ul>${rest}${attached}
${renderMailButton(url, isSingle ? 'Ver el documento' : 'Ver los documentos')}
<p>Para verlo, confirme este correo con un código de seis dígitos. No necesita una cuenta. El enlace vence en ${linkDays} días.</p>
<p>Si usted no esperaba este correo, ignórelo y no lo reenvíe.</p>`,
    ),
  }
}
