/** Tab: space that moves the following text to the right. */
export interface Tab {
  /** Distance in centimetres from the left edge of the text; `null` takes the rest of the line. */
  position: number | null
}

/** Parses a tab: `tabulación`, optionally `8,5 cm`. Returns `null` for other tags, `undefined` for an invalid tab. */
export function parseTabStop(text: string): Tab | null | undefined {
  const [, rest] = /^tabulaci[óo]n(?= |$)(.*)$/.exec(text) ?? []
  if (rest === undefined || text === 'tabulacion') return null
  const [, whole, tenths = ''] = /^ ?(\d{1,2})(?:[.,](\d))? ?cm$/.exec(rest) ?? []
  const position = whole === undefined ? null : Number(`${whole}.${tenths || 0}`)
  return (position === null ? rest : position < 0.5 || position > 25) ? undefined : { position }
}
