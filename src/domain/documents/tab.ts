/** Tab: space that moves the following text to the right, optionally filled with dots or a line. */
export interface Tab {
  leader: 'none' | 'dots' | 'line'
  /**
   * Distance in centimetres from the left edge of the text; `null` if the tab takes the remaining width of the line.
   */
  position: number | null
}

/**
 * Parses a tab: `...`, `___` or `tabulación`, each with an optional position such as `8,5 cm`. Returns `null` for other tags, and `undefined` for an
 * invalid tab.
 */
export function parseTabStop(text: string): Tab | null | undefined {
  const [, leader = '', rest = ''] = /^(\.{2,}|_{2,}|tabulaci[óo]n(?= |$))(.*)$/.exec(text) ?? []
  if (!leader || text === 'tabulacion') return null
  const [, whole, tenths = ''] = /^ ?(\d{1,2})(?:[.,](\d))? ?cm$/.exec(rest) ?? []
  const position = whole === undefined ? null : Number(`${whole}.${tenths || 0}`)
  if (leader.length < 3 || (position === null ? rest : position < 0.5 || position > 25)) return undefined
  const kind = leader.startsWith('.') ? 'dots' : leader.startsWith('_') ? 'line' : 'none'
  return { leader: kind, position }
}
