import type { FieldType, IdDocumentKind } from '../../domain/fields/field-types.ts'
import { toComparisonKey } from '../../domain/text/comparison.ts'
import type { Blank, SlotRole } from './blanks.ts'
import { type BlankContext, type FieldGuess, guessField, toFieldLabel } from './labels.ts'
import { fieldCharacter, type ParagraphText } from './paragraph-text.ts'
import type { FieldSource, WordCondition } from './word-blocks.ts'

interface ProposalPlace {
  /** One-based number of the paragraph. */
  place: number
  before: string
  text: string
  after: string
}

/** Proposal that the user accepts or dismisses: a field, a table field, a signature block or automatic clause numbers. */
export interface Proposal {
  id: number
  kind: 'field' | 'table' | 'signature' | 'clause'
  label: string
  type: FieldType
  options: string[]
  kinds: IdDocumentKind[]
  /** Columns of a table field; empty for other proposals. */
  columns: FieldGuess[]
  places: ProposalPlace[]
  /** Id of an earlier proposal with the same label; `null` if there is none. */
  sameAs: number | null
}

/** Position of a proposal in the markup. If the proposal is dismissed, its original text is written there. */
export interface BlankPosition {
  proposal: number
  role: SlotRole | 'open' | 'close' | 'clause' | 'rows'
  /** Text before the field or after the start of a signature, written only if the proposal is accepted. */
  lead: string
  /** Unit before and after the field, written only if the field does not print its own. */
  unit?: Blank['unit']
  /** Condition of an IF field, written instead of the value. */
  condition?: WordCondition | undefined
  original: string
}

const slotStart = '\ue000'
const slotEnd = '\ue001'
/** Matches a slot in the imported markup, with a percent sign after it. The groups are the slot's index and the sign. */
export const slotPattern = /\ue000(\d+)\ue001( ?%|)/g

const sourceTypes: Record<FieldSource['kind'], FieldType | null> = {
  text: null,
  longText: 'longText',
  date: 'date',
  number: 'decimal',
  choice: 'choice',
  checkbox: 'boolean',
}
/** Minimum length in characters of a blank that becomes a field for long text. */
const longBlank = 90

export class FieldProposalCollector {
  readonly proposals: Proposal[] = []
  readonly slots: BlankPosition[] = []
  readonly #byName = new Map<string, Proposal>()
  readonly #byLabel = new Map<string, number>()

  /** Adds a proposal for each blank of a paragraph. Returns the slots of the blanks, in their order. */
  addParagraph(paragraph: ParagraphText, blanks: readonly Blank[], place: number, cell = ''): string[] {
    const byPosition = new Map<number, Proposal>()
    const answers = new Set(blanks.flatMap(({ role, first }) => (role === 'opposite' ? first : [])))
    return blanks.map((blank, index) => {
      const proposal =
        byPosition.get(blank.first) ??
        this.#findOrCreate(paragraph, blank, {
          before: getTextBefore(paragraph.text, blanks, index),
          cell,
          isAnswer: blank.meaning === 'yesNo' && answers.has(blank.from),
        })
      byPosition.set(blank.from, proposal)
      proposal.places.push(describePlace(paragraph, blank, place))
      const original = getOriginalRange(paragraph, blank.from, blank.to)
      const { lead, unit } = blank
      const condition = findSource(paragraph, blank)?.condition
      if (condition) expectNumber(proposal, condition)
      const role = this.#roleOf(blank, paragraph)
      return this.#addSlot({ proposal: proposal.id, role, lead, unit, condition, original })
    })
  }

  addEmptyCell(label: string, place: number): string {
    const guess = guessField({ before: '', after: '', name: '', cell: label }, null, false)
    const proposal = this.#create(guess, [])
    proposal.places.push({ place, before: label, text: '', after: '' })
    return this.#addSlot({ proposal: proposal.id, role: 'plain', lead: '', original: '' })
  }

  /** Adds a table field, whose rows replace the empty rows of a table. */
  addTable(label: string, columns: FieldGuess[], place: number): Proposal {
    const proposal = this.#add({ kind: 'table', label, type: 'table', columns })
    proposal.places.push({ place, before: columns.map((column) => column.label).join(' · '), text: '', after: '' })
    return proposal
  }

  addOther(kind: 'signature' | 'clause', label: string): Proposal {
    return this.#add({ kind, label, type: 'text' })
  }

  #add(own: Pick<Proposal, 'kind' | 'label' | 'type'> & Partial<Proposal>): Proposal {
    const none = { options: [], kinds: [], columns: [], places: [], sameAs: null }
    const proposal: Proposal = { id: this.proposals.length, ...none, ...own }
    this.proposals.push(proposal)
    return proposal
  }

  addSlotOf(proposal: Proposal, role: BlankPosition['role'], original: string, lead = ''): string {
    return this.#addSlot({ proposal: proposal.id, role, lead, original })
  }

  #addSlot(slot: BlankPosition): string {
    this.slots.push(slot)
    return `${slotStart}${this.slots.length - 1}${slotEnd}`
  }

  #roleOf(blank: Blank, { embedded }: ParagraphText): SlotRole {
    const inline = embedded.get(blank.from)
    return inline?.kind === 'field' && inline.source.kind === 'checkbox' ? 'box' : blank.role
  }

  #findOrCreate(
    paragraph: ParagraphText,
    blank: Blank,
    { before, cell, isAnswer }: { before: string; cell: string; isAnswer: boolean },
  ): Proposal {
    const source = findSource(paragraph, blank)
    const stated = blank.name || source?.name || ''
    const name = toComparisonKey(stated)
    const known = name ? this.#byName.get(name) : undefined
    if (known) return known
    const isBox = blank.role === 'box' || source?.kind === 'checkbox'
    const around: BlankContext = {
      before,
      after: paragraph.text.slice(blank.contextStart, blank.contextStart + 100),
      name: stated,
      cell,
    }
    const isLong = blank.to - blank.from >= longBlank || paragraph.text.slice(blank.from, blank.to).includes('\n')
    const guess =
      isBox && !isAnswer
        ? guessBox(around)
        : guessField(around, source?.kind === 'date' ? 'date' : blank.meaning, isLong)
    const type = source && blank.meaning === null ? sourceTypes[source.kind] : null
    const proposal = this.#create(type ? { label: guess.label, type } : guess, source?.options ?? [])
    if (name) this.#byName.set(name, proposal)
    return proposal
  }

  #create(guess: FieldGuess, options: string[]): Proposal {
    const key = toComparisonKey(guess.label)
    const sameAs = this.#byLabel.get(key) ?? null
    const type = guess.type === 'choice' && !options.length ? 'text' : guess.type
    const proposal = this.#add({ kind: 'field', label: guess.label, type, options, kinds: guess.kinds ?? [], sameAs })
    if (sameAs === null) this.#byLabel.set(key, proposal.id)
    return proposal
  }
}

/** Guesses the label of a check box: the words after the box, otherwise the words before it. */
function guessBox(around: BlankContext): FieldGuess {
  if (around.name) return { label: toFieldLabel(around.name), type: 'boolean' }
  const after = /^\s*([^☐\ue000\n\t;:_()]{2,60}?)(?=\s{2,}|[☐\ue000\n\t;:_(.]|$)/u.exec(around.after)?.[1] ?? ''
  const label = /\p{L}/u.test(after) ? toFieldLabel(after) : ''
  return { label: label || guessField({ ...around, after: '' }, 'yesNo', false).label, type: 'boolean' }
}

/** Makes a text field numeric if a condition of the document orders its values: `edad > 18`. */
function expectNumber(proposal: Proposal, { sign, value }: WordCondition): void {
  if (/[<>]/.test(sign) && proposal.type === 'text') proposal.type = /^\d+$/.test(value) ? 'integer' : 'decimal'
}

/** Returns the Word field inside a blank: for `$ «Valor»`, the merge field `Valor`. */
function findSource({ embedded }: ParagraphText, { from, to, meaning }: Blank): FieldSource | undefined {
  if (meaning === 'date') return undefined
  for (let at = from; at < to; at++) {
    const inline = embedded.get(at)
    if (inline?.kind === 'field') return inline.source
  }
  return undefined
}

/** Returns the text before a blank, with one character for each earlier blank: a label never reaches across a blank. */
function getTextBefore(text: string, blanks: readonly Blank[], index: number): string {
  let end = blanks[index]?.contextEnd ?? 0
  const start = Math.max(0, end - 200)
  let before = ''
  for (let previous = index - 1; previous >= 0; previous--) {
    const { from, to } = blanks[previous] as Blank
    if (to > end) continue
    if (to <= start) break
    before = `_${text.slice(to, end)}${before}`
    end = Math.max(start, from)
  }
  return text.slice(start, end) + before
}

/** Returns the original text of a range, with Word fields replaced by their displayed text. */
export function getOriginalRange({ text, embedded }: ParagraphText, from: number, to: number): string {
  let shown = ''
  for (let at = from; at < to; at++) shown += text[at] === fieldCharacter ? (embedded.get(at)?.text ?? '') : text[at]
  return shown
}

function describePlace(paragraph: ParagraphText, { from, to }: Blank, place: number): ProposalPlace {
  const before = getOriginalRange(paragraph, Math.max(0, from - 160), from)
  const after = getOriginalRange(paragraph, to, Math.min(paragraph.text.length, to + 100))
  return {
    place,
    before: cutStart(before.split(/(?<=[.;:!?])\s|\n/).at(-1) ?? '').replace(/\s+/g, ' '),
    text: getOriginalRange(paragraph, from, to).replace(/\s+/g, ' '),
    after: cutEnd(after.split(/(?<=[.;:!?])\s|\n/)[0] ?? '').replace(/\s+/g, ' '),
  }
}

/** Shortens a text to its last words: «… con NIT ». */
const cutStart = (text: string) => (text.length > 120 ? `…${text.slice(-120).replace(/^\S*/, '')}` : text)

const cutEnd = (text: string) => (text.length > 80 ? `${text.slice(0, 80).replace(/\S*$/, '')}…` : text)
