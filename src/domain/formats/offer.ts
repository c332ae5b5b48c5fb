import type { FormatText } from './format.ts'

/** One's own fields with those that the offered text needs besides, each behind the one it is offered behind; that text; and its paper and who signs where there is none of one's own. */
export function withOffer({ fields, paper, signatures }: Omit<FormatText, 'body'>, offer: FormatText): FormatText {
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

export interface ComparedLine {
  text: string
  /** The other text has no such line. */
  isOwn: boolean
}

/** The lines of a text, those told apart that another one does not have. */
export function comparedLines(text: string, other: string): ComparedLine[] {
  const lines = (all: string) => all.replace(/\r\n?/g, '\n').split('\n')
  const others = new Set(lines(other).map((line) => line.trim()))
  return lines(text).map((line) => ({ text: line, isOwn: line.trim() !== '' && !others.has(line.trim()) }))
}
