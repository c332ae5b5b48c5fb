import { type SettingsInput, settingsSchema } from '../../domain/settings/settings.ts'

export const letterheadParts = ['organisationName', 'organisationId', 'address', 'city', 'phone', 'web'] as const
type LetterheadPart = (typeof letterheadParts)[number]
export type LetterheadData = Partial<Pick<SettingsInput, LetterheadPart>>

/** Separators between the data of a line: «Calle 1 # 2-3 · Bogotá | www.ejemplo.com». */
const separator = /\n|\t|\s[·•|–—-]\s|\s{3,}|[•|·]/
const labels =
  /^(?:direcci[oó]n|dir|tel[eé]fonos?|tels?|cel(?:ular)?|pbx|web|sitio web|p[aá]gina web|ciudad)\b\.?\s*:?\s*/i

/** Patterns of the data, in the order in which they are tried. */
const patterns: readonly (readonly [LetterheadPart, RegExp])[] = [
  ['organisationId', /^(?:nit|rut|ruc|rfc|cuit|cif|nif)\b/i],
  [
    'web',
    /^(?:https?:\/\/|www\.)\S+$|^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|co|org|net|edu|gov|mx|pe|cl|ar)(?:\.[a-z]{2})?(?:\/\S*)?$/i,
  ],
  ['phone', /^\+?\(?\d[\d\s().+/-]{6,}(?:\s*(?:ext|extensi[oó]n)\.?\s*\d+)?$/i],
  [
    'address',
    /^(?:calle|cl|carrera|cra|kr|kra|avenida|av|avda|diagonal|dg|transversal|tv|autopista|km|jir[oó]n|jr)\b.*\d/i,
  ],
]
/** Maximum length of a text that is examined, because the patterns take quadratic time. */
const maxPiece = 200

/** Guesses the data of the letterhead in the text of a header and footer. The first text that is no other datum is the name. */
export function guessLetterhead(text: string): LetterheadData {
  const data: LetterheadData = {}
  function set(part: LetterheadPart, value: string) {
    if (data[part] === undefined && value && settingsSchema.shape[part].safeParse(value).success) data[part] = value
  }
  for (const piece of text.split(separator)) {
    if (piece.length > maxPiece) continue
    const stated = piece.trim().replace(/[,;]$/, '')
    const value = stated.replace(labels, '').trim()
    const [part] = patterns.find(([, pattern]) => pattern.test(value)) ?? []
    if (part === 'address') {
      const [, street = value, city = ''] = /^(.*\d.*?),\s*(\p{L}[\p{L}\s.]*)(?:,.*)?$/u.exec(value) ?? []
      set('address', street)
      set('city', city)
    } else if (part) set(part, value)
    else if (/^ciudad\s*:/i.test(stated)) set('city', value)
    else if (/\p{L}{2}/u.test(stated) && !/^p[aá]gina\b|[:@]|^(?:c[oó]digo|versi[oó]n|fecha)\b/i.test(stated))
      set('organisationName', stated)
  }
  return data
}
