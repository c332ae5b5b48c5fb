import { lackingIn } from '../documents/layout/written.ts'
import { shorten, tidy } from '../text/text.ts'
import { writable } from '../text/writable.ts'
import { longestName } from './attachment.ts'
import { type AttachmentKind, attachmentKinds } from './attachment-kind.ts'

/** Names that Windows keeps for its devices, whatever ending they have and spaces before it. */
const devices = /^(con|prn|aux|nul|(?:com|lpt)[\d¹²³]|con(?:in|out)\$)(?=\s*(?:\.|$))/i

/**
 * A name that is safe in a header, in a ZIP, on a disk and in a sheet, and that documents can write: the last part of a path, without what nobody
 * sees or what turns the direction of a line, ending in what the content is.
 */
export function attachmentName(given: string, kind: AttachmentKind): string {
  const plain = tidy(writable(given.slice(-1_000)))
  const last = plain.replace(/^.*[/\\]/, '')
  const lacking = new Set(lackingIn(last))
  const safe = Array.from(last, (letter) => (/[<>:"|?*;\\/%]/.test(letter) || lacking.has(letter) ? '_' : letter))
    .join('')
    .replace(/^[\s.=+\-@']+/, '')
    .replace(/[\s.]+$/, '')
    .replace(devices, '_$1')
  const [usual] = attachmentKinds[kind].extensions
  const found = attachmentKinds[kind].extensions.find((extension) => safe.toLowerCase().endsWith(`.${extension}`))
  const bare = found ? safe.slice(0, -found.length - 1) : safe
  const end = `.${found ?? usual}`
  return shorten(bare.replace(/[\s.]+$/, '') || 'archivo', longestName - end.length).replace('…', '_') + end
}
