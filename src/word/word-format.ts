import { normalizeHeader } from '../domain/batches/header-words.ts'
import { validateTemplate } from '../domain/documents/template-check.ts'
import type { Column, Field } from '../domain/fields/field.ts'
import type { FieldType } from '../domain/fields/field-types.ts'
import { toFieldKey } from '../domain/fields/key-from-label.ts'
import { removeInvalidCharacters } from '../domain/text/valid-characters.ts'
import { escapeOriginal } from './reading/line-markup.ts'
import { type BlankPosition, type Proposal, slotPattern } from './reading/proposals.ts'
import type { WordDocument } from './reading/read-word-document.ts'
import type { WordCondition } from './reading/word-blocks.ts'

/** User's decision about a proposal. A merged proposal uses the field of another proposal. */
export interface ProposalDecision {
  status: 'pending' | 'accepted' | 'dismissed'
  label: string
  type: FieldType
  /** Id of the proposal whose field is used; `null` if the proposal has its own field. */
  mergedInto: number | null
}

export type ProposalDecisions = readonly ProposalDecision[]

export interface WordFormat {
  fields: Field[]
  body: string
}

/** Keys that fields may not have, because tags or built-in values use them. */
const reservedKeys = ['si', 'sino', 'constructor', 'fecha_documento']

export function createProposalDecisions(proposals: readonly Proposal[]): ProposalDecision[] {
  return proposals.map(({ label, type }) => ({ status: 'pending', label, type, mergedInto: null }))
}

/**
 * Returns the fields and the body after the user's decisions. Proposals that are not accepted leave their original text. `existing`: fields of the
 * format that receives the body; a proposal with the name of one of them uses it.
 */
export function buildImportedFormat(
  { body, slots, proposals }: Pick<WordDocument, 'body' | 'slots' | 'proposals'>,
  decisions: ProposalDecisions,
  currency: string,
  existing: readonly Field[] = [],
): WordFormat {
  const fields = new Map<number, Field>()
  const names = new FieldNames(existing)
  for (const proposal of proposals) {
    const decision = decisions[proposal.id]
    const isField = proposal.kind === 'field' || proposal.kind === 'table'
    if (!isField || decision?.status !== 'accepted' || decision.mergedInto !== null) continue
    const wanted = removeInvalidCharacters(decision.label).trim() || 'Dato'
    const same = existing.find(
      ({ key, label, type, approvers }) =>
        type !== 'file' &&
        !approvers &&
        (type === 'table') === (proposal.kind === 'table') &&
        [key, label].some((name) => normalizeHeader(name) === normalizeHeader(wanted)),
    )
    if (same) {
      fields.set(proposal.id, same)
      continue
    }
    const name = names.add(wanted, 'dato')
    fields.set(proposal.id, createField(proposal, { ...name, type: decision.type }, currency))
  }
  const boxes = new Set(slots.flatMap(({ role, proposal }) => (role === 'box' ? proposal : [])))
  const written = body.replace(slotPattern, (_, index: string, sign: string) => {
    const slot = slots[Number(index)]
    if (!slot) return sign
    const text = writeSlot(slot, boxes, decisions, fields)
    // Drops a percent sign after the blank, because percentages print their own.
    return findSlotField(slot, decisions, fields)?.type === 'percent' ? text : text + sign
  })
  return { fields: [...fields.values()].filter((field) => !existing.includes(field)), body: written }
}

function findSlotField(
  slot: BlankPosition,
  decisions: ProposalDecisions,
  fields: ReadonlyMap<number, Field>,
): Field | undefined {
  const decision = decisions[slot.proposal]
  return decision?.status === 'accepted' ? fields.get(decision.mergedInto ?? slot.proposal) : undefined
}

function createField(
  { options, kinds, columns }: Proposal,
  own: Pick<Field, 'key' | 'label' | 'type'>,
  currency: string,
): Field {
  const { type } = own
  return {
    ...own,
    ...(type !== 'boolean' && { required: true }),
    ...(type === 'table' && { columns: createColumns(columns, currency) }),
    ...((type === 'choice' || type === 'choices') && { options: options.map((value) => ({ value })) }),
    ...(type === 'idDocument' && { kinds: kinds.length ? kinds : ['CC', 'CE'] }),
    ...(type === 'money' && { currency }),
  }
}

function createColumns(guesses: Proposal['columns'], currency: string): Column[] {
  const names = new FieldNames()
  return guesses.map(({ label, type, kinds = [] }) => ({
    ...names.add(removeInvalidCharacters(label).trim() || 'Columna', 'columna'),
    type,
    ...(type === 'idDocument' && { kinds: kinds.length ? kinds : ['CC', 'CE'] }),
    ...(type === 'money' && { currency }),
  }))
}

function writeSlot(
  slot: BlankPosition,
  boxes: ReadonlySet<number>,
  decisions: ProposalDecisions,
  fields: ReadonlyMap<number, Field>,
): string {
  const decision = decisions[slot.proposal]
  if (decision?.status !== 'accepted') return slot.role === 'rows' ? slot.original : escapeOriginal(slot.original)
  if (slot.role === 'open') return `{{#aquí firma}}${slot.lead}`
  if (slot.role === 'close') return '{{/aquí firma}}'
  if (slot.role === 'clause') return '{{cláusula}}'
  const field = findSlotField(slot, decisions, fields)
  if (!field) return escapeOriginal(slot.original)
  if (slot.role === 'rows') {
    const cells = (field.columns ?? []).map(({ key }) => ` {{${key}}} |`)
    return `{{#${field.key}}}\n|${cells.join('')}\n{{/${field.key}}}`
  }
  const isBox = slot.role === 'box' || slot.role === 'opposite'
  if (isBox && field.type === 'boolean') return writeBox(slot, field.key)
  // If the field is not a yes-or-no field, only the first box prints the value, and the «no» box prints nothing.
  if (slot.role === 'opposite' && boxes.has(slot.proposal)) return ''
  if (slot.condition) {
    const [before, after] = slot.unit ?? ['', '']
    return `${slot.lead}${before}${writeCondition(slot.condition, field)}${after}`
  }
  const [start, end] = (field.type !== 'money' && field.type !== 'percent' && slot.unit) || ['', '']
  return `${slot.lead}${start}{{${field.key}${getStyle(slot, field.type)}}}${end}`
}

/** Returns the condition of an IF field, or the value if the field's type cannot be compared in this way. */
function writeCondition({ sign, value, yes, no }: WordCondition, field: Field): string {
  const isEmpty = `vacío(${field.key})`
  const test = value ? `${field.key} ${sign} "${value}"` : sign === '=' ? isEmpty : `no ${isEmpty}`
  const written = `{{#si ${test}}}${escapeOriginal(yes)}{{sino}}${escapeOriginal(no)}{{/si}}`
  return validateTemplate(written, [field]).length ? `{{${field.key}}}` : written
}

function writeBox({ role, original }: BlankPosition, key: string): string {
  const [on, off] = original.startsWith('(') ? ['(X)', '( )'] : original.startsWith('_') ? ['X', '__'] : ['☒', '☐']
  const [first, second] = role === 'box' ? [on, off] : [off, on]
  return `{{#si ${key}}}${first}{{sino}}${second}{{/si}}`
}

function getStyle({ role }: BlankPosition, type: FieldType): string {
  if (role === 'words' && ['money', 'integer', 'decimal', 'percent'].includes(type)) return '|letras'
  if (type === 'date' && role !== 'digits') return '|largo'
  return type === 'choices' ? '|lista' : ''
}

/** Keys and labels of a list of fields. Two fields may not share a name, because a header of a sheet may be a key or a label. */
class FieldNames {
  readonly #headers: Set<string>
  /** Next number by label: `Nombre` → 3 after «Nombre» and «Nombre 2». */
  readonly #turns = new Map<string, number>()

  constructor(existing: readonly Field[] = []) {
    const used = [...reservedKeys, ...existing.flatMap(({ key, label, aliases = [] }) => [key, label, ...aliases])]
    this.#headers = new Set(used.map(normalizeHeader))
  }

  /** Adds a field and returns its names, with a number if they are in use. `fallback`: key if the label has no letters. */
  add(wanted: string, fallback: string): { key: string; label: string } {
    for (let turn = this.#turns.get(wanted) ?? 1; ; turn++) {
      const label = turn === 1 ? wanted.slice(0, 80) : `${wanted.slice(0, 75)} ${turn}`
      const start = toFieldKey(label) || fallback
      const key = turn > 1 && !start.endsWith(`_${turn}`) ? `${start.slice(0, 36)}_${turn}` : start
      const headers = [normalizeHeader(label), normalizeHeader(key)]
      if (headers.some((header) => this.#headers.has(header))) continue
      this.#turns.set(wanted, turn + 1)
      for (const header of headers) this.#headers.add(header)
      return { key, label }
    }
  }
}
