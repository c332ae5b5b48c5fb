import { toComparisonKey } from '../text/comparison.ts'
import { type Block, type Signature, type TextRun, toPlainText } from './blocks.ts'

/** First signature of a person, with the texts of the person's later signatures merged into it. */
interface MergedSigner {
  first: Signature
  whole: Signature
}

/** Merges the signatures of the same person into that person's first signature. Returns the changed blocks. */
export function mergeSigners(blocks: readonly Block[]): Block[] {
  const byName = new Map<string, MergedSigner[]>()
  const wholes = new Map<Signature, Signature>()
  let isMerged = false
  for (const block of blocks)
    for (const entry of block.kind === 'signatures' ? block.entries : []) {
      const name = toComparisonKey(getSignerName(entry))
      const same = byName.get(name) ?? []
      const found = name ? same.find(({ whole: merged }) => mayBeSamePerson(merged, entry)) : undefined
      if (found) {
        found.whole = mergeSignatures(found.whole, entry)
        wholes.set(found.first, found.whole)
        isMerged = true
      } else {
        byName.set(name, [...same, { first: entry, whole: entry }])
        wholes.set(entry, entry)
      }
    }
  if (!isMerged) return [...blocks]
  return blocks.flatMap((block): Block[] => {
    if (block.kind !== 'signatures') return [block]
    const entries = block.entries.flatMap((one) => wholes.get(one) ?? [])
    return entries.length || !block.entries.length ? [{ ...block, entries }] : []
  })
}

const getSignerName = ({ name, lines }: Signature) => name ?? toPlainText(lines[0] ?? [])

/** Returns whether two signatures with the same name may belong to one person, i.e. their identity numbers do not contradict each other. */
function mayBeSamePerson(a: Signature, b: Signature): boolean {
  const [one, other] = [extractIdNumbers(a), extractIdNumbers(b)]
  return !one.length || !other.length || one.some((id) => other.includes(id))
}

const extractIdNumbers = ({ lines }: Signature) =>
  lines.flatMap((runs) => toPlainText(runs).match(/\d[\d.]{3,}\d/g) ?? []).map((text) => text.replaceAll('.', ''))

function mergeSignatures(a: Signature, b: Signature): Signature {
  const image = a.image ?? b.image ?? null
  const approved = a.isElectronic ? a : b
  const rest = [...a.lines.slice(1), ...b.lines.slice(1)]
  const lines = rest.filter((runs, at) => rest.findIndex((one) => toPlainText(one) === toPlainText(runs)) === at)
  if (approved.isElectronic && !image) return { ...approved, lines: [approved.lines[0] as TextRun[], ...lines] }
  return { lines: [[{ text: getSignerName(a), bold: false }], ...lines], image }
}
