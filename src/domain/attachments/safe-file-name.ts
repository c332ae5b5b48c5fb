import { findUnsupportedCharacters } from '../documents/layout/supported-characters.ts'
import { normalizeLine, truncateText } from '../text/text.ts'
import { removeInvalidCharacters } from '../text/valid-characters.ts'
import { maxFileNameLength } from './attachment.ts'
import { type AttachmentKind, attachmentKinds } from './attachment-kind.ts'

/** File names reserved for devices in Windows, such as `CON`. They are reserved with any extension. */
const devices = /^(con|prn|aux|nul|(?:com|lpt)[\d¹²³]|con(?:in|out)\$)(?=\s*(?:\.|$))/i

/**
 * Returns a file name that is safe in headers, ZIP archives, file systems, spreadsheets and documents: `C:\docs\cédula.PDF` → `cédula.PDF`. Removes
 * the path, invisible characters and direction marks. Sets the extension of the file type.
 */
export function sanitizeFileName(fileName: string, kind: AttachmentKind): string {
  const plain = normalizeLine(removeInvalidCharacters(fileName.slice(-1_000)))
  const last = plain.replace(/^.*[/\\]/, '')
  const lacking = new Set(findUnsupportedCharacters(last))
  const safe = Array.from(last, (letter) => (/[<>:"|?*;\\/%]/.test(letter) || lacking.has(letter) ? '_' : letter))
    .join('')
    .replace(/^[\s.=+\-@']+/, '')
    .replace(/[\s.]+$/, '')
    .replace(devices, '_$1')
  const [usual] = attachmentKinds[kind].extensions
  const found = attachmentKinds[kind].extensions.find((extension) => safe.toLowerCase().endsWith(`.${extension}`))
  const bare = found ? safe.slice(0, -found.length - 1) : safe
  const end = `.${found ?? usual}`
  return truncateText(bare.replace(/[\s.]+$/, '') || 'archivo', maxFileNameLength - end.length).replace('…', '_') + end
}
