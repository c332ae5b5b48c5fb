import { toComparisonKey } from '../text/comparison.ts'
import { normalizeLine } from '../text/text.ts'
import type { Role } from './role.ts'
import { type Invitation, invitationSchema } from './user.ts'

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
  /** Header line; empty if there is none. */
  header: string
  lines: InvitationLine[]
  /** Number of lines left out, because an earlier line has the same address. */
  repeated: number
}

const address = /[^\s<>;,"]+@[^\s<>;,"]*[^\s<>;,".]/
const hasLetter = /[a-z\u00c0-\u024f]/i

/** Positions of the columns in lines below a header. */
interface Columns {
  separator: string
  email: number
  /** Columns of the name, given names first. */
  name: readonly number[]
  /** Position of the column with the manager's e-mail address; -1 if there is none. */
  manager: number
}

/**
 * Parses one person per line. Below a header, reads the columns of name, address and manager and ignores the others. Without one,
 * reads name and address in any order: `Ana Ruiz; ana@empresa.co` or `Ana Ruiz <ana@empresa.co>`.
 */
export function parseInvitationList(text: string, role: Role): InvitationList {
  const seen = new Set<string>()
  const lines: InvitationLine[] = []
  let repeated = 0
  const rows = text.split(/\r\n?|\n/)
  const first = rows.findIndex((row) => normalizeLine(row))
  const columns = parseHeader(rows[first] ?? '')
  for (const [index, raw] of rows.entries()) {
    if (!normalizeLine(raw) || (columns && index === first)) continue
    const { name, email, manager } = (columns && readColumns(raw, columns)) ?? readLine(raw)
    const key = email.toLowerCase()
    if (email && seen.has(key)) {
      repeated++
      continue
    }
    seen.add(key)
    const checked = invitationSchema.safeParse({ name, email, role, ...(manager && { manager }) })
    const found = { line: index + 1, text: raw.trim() }
    if (checked.success) lines.push({ ...found, invitation: checked.data })
    else lines.push({ ...found, error: email ? (checked.error.issues[0]?.message ?? 'invalid') : 'email' })
  }
  return { header: columns ? (rows[first]?.trim() ?? '') : '', lines, repeated }
}

/** Parses a header; `undefined` if the line does not name both columns: `Nombres;Apellidos;Cargo;Correo`. */
function parseHeader(line: string): Columns | undefined {
  const separator = ['\t', ';', ','].find((each) => line.includes(each))
  if (!separator || address.test(line)) return undefined
  const heads = line.split(separator).map(toComparisonKey)
  const find = (pattern: RegExp) => heads.flatMap((head, index) => (pattern.test(head) ? [index] : []))
  const [manager = -1] = find(/jefe/)
  const email = find(/^(correo|email|mail)/).find((index) => index !== manager)
  const name = [
    ...find(/^(primer|segundo)?(nombre|persona|empleado|trabajador|colaborador)/),
    ...find(/apellido/),
  ].filter((index) => index !== manager)
  return email === undefined || name.length === 0 ? undefined : { separator, email, name: [...new Set(name)], manager }
}

interface TypedInvitation {
  name: string
  email: string
  manager?: string | undefined
}

/** Reads the columns of a line; `undefined` if the address is not in its column. */
function readColumns(line: string, { separator, email, name, manager }: Columns): TypedInvitation | undefined {
  const cells = line.split(separator).map((cell) => normalizeLine(cell.replace(/"/g, '')))
  const [found] = cells[email]?.match(address) ?? []
  return found
    ? { name: name.flatMap((place) => cells[place] || []).join(' '), email: found, manager: cells[manager] }
    : undefined
}

/** Reads the name before the address, or after it if there is none, without separators: `"Ruiz, Ana" <ana@empresa.co>;` → `Ruiz, Ana`. */
function readLine(line: string): TypedInvitation {
  const [email = ''] = line.match(address) ?? []
  const [before = '', after = ''] = email ? line.split(email) : [line]
  const nameBefore = listNames(before)
  return { email, name: nameBefore.length ? nameBefore.join(' ') : (listNames(after)[0] ?? '') }
}

const listNames = (text: string) =>
  text
    .replace(/[<>"]/g, '')
    .split(/[;\t]/)
    .map((part) => normalizeLine(part).replace(/^,\s*|\s*,$/g, ''))
    .filter((part) => hasLetter.test(part))
