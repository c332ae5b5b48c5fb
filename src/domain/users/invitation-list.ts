import type * as z from 'zod/mini'
import { normalizeLine } from '../text/text.ts'
import type { Role } from './role.ts'
import { invitationSchema } from './user.ts'

type Invitation = z.infer<typeof invitationSchema>

export interface InvitationLine {
  /** Line number in the text, from 1. */
  line: number
  text: string
  /** Absent if the line has an error. */
  invitation?: Invitation
  /** Error code of the first invalid value. */
  error?: string
}

export interface InvitationList {
  lines: InvitationLine[]
  /** Number of lines left out, because an earlier line has the same address. */
  repeated: number
}

const address = /[^\s<>;,"]+@[^\s<>;,"]+/
const header = /\b(correo|e-?mail)\b/i

/** Parses one person per line, with name and address in any order: `Ana Ruiz; ana@empresa.co` or `Ana Ruiz <ana@empresa.co>`. */
export function parseInvitationList(text: string, role: Role): InvitationList {
  const seen = new Set<string>()
  const lines: InvitationLine[] = []
  let repeated = 0
  for (const [index, raw] of text.split(/\r\n?|\n/).entries()) {
    const [email = ''] = raw.match(address) ?? []
    if (!normalizeLine(raw) || (index === 0 && !email && header.test(raw))) continue
    const key = email.toLowerCase()
    if (email && seen.has(key)) {
      repeated++
      continue
    }
    seen.add(key)
    const checked = invitationSchema.safeParse({ name: extractName(raw, email), email, role })
    const found = { line: index + 1, text: raw.trim() }
    if (checked.success) lines.push({ ...found, invitation: checked.data })
    else lines.push({ ...found, error: email ? (checked.error.issues[0]?.message ?? 'invalid') : 'email' })
  }
  return { lines, repeated }
}

/** Returns the line without the address and the separators: `"Ruiz, Ana" <ana@empresa.co>;` → `Ruiz, Ana`. */
function extractName(line: string, email: string): string {
  const parts = line
    .replace(email, '\t')
    .replace(/[<>"]/g, '')
    .split(/[;\t]/)
    .map((part) => normalizeLine(part).replace(/^,\s*|\s*,$/g, ''))
  return parts.filter(Boolean).join(' ')
}
