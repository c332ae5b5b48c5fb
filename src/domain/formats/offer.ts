import type { FormatText } from './format.ts'

/**
 * Merges an offered release into a format. Missing fields are inserted after their offered predecessor, and the
 * offered body replaces the own body. Offered paper and signatures apply only if the format has none.
 */
export function mergeOffer({ fields, paper, signatures }: Omit<FormatText, 'body'>, offer: FormatText): FormatText {
  const merged = [...fields]
  offer.fields.forEach((field, index) => {
    if (merged.some(({ key }) => key === field.key)) return
    const before = merged.findIndex(({ key }) => key === offer.fields[index - 1]?.key)
    merged.splice(before < 0 ? merged.length : before + 1, 0, field)
  })
  const signed = signatures?.length ? signatures : offer.signatures
  const own = Object.keys(paper ?? {}).length ? paper : offer.paper
  return { fields: merged, body: offer.body, paper: own, ...(signed && { signatures: signed }) }
}

export interface DiffLine {
  text: string
  /** True if the other text lacks this line. */
  isOwn: boolean
}

/** Splits a text into lines and marks the lines that the other text lacks. */
export function diffLines(text: string, other: string): DiffLine[] {
  const lines = (all: string) => all.replace(/\r\n?/g, '\n').split('\n')
  const others = new Set(lines(other).map((line) => line.trim()))
  return lines(text).map((line) => ({ text: line, isOwn: line.trim() !== '' && !others.has(line.trim()) }))
}
