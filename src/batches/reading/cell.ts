/** One cell as it was found: nothing in it is guessed. */
export type Cell = (
  | { kind: 'empty' }
  | { kind: 'text'; text: string }
  /** `text` is the exact decimal with a point, `zeros` the width of a format such as `0000000000`. */
  | { kind: 'number'; text: string; zeros?: number; percent?: boolean }
  /** `iso` is empty for a time without a day; `time` only when it is not midnight; `shown` as the sheet displays it. */
  | { kind: 'date'; iso: string; time?: string; shown: string }
  | { kind: 'boolean'; value: boolean }
  /** `text` as displayed; empty for a formula that was never calculated. */
  | { kind: 'error'; text: string }
) & { merged?: true }

export const emptyCell: Cell = { kind: 'empty' }

/** What the sheet displays, near enough for a person to know the cell again. */
export function shownText(cell: Cell, decimal: ',' | '.' = ','): string {
  switch (cell.kind) {
    case 'empty':
      return ''
    case 'text':
    case 'error':
      return cell.text
    case 'date':
      return cell.shown
    case 'boolean':
      return cell.value ? 'VERDADERO' : 'FALSO'
    case 'number':
      return shownNumber(cell, decimal)
  }
}

function shownNumber(cell: Cell & { kind: 'number' }, decimal: ',' | '.'): string {
  if (cell.zeros !== undefined) return padded(cell.text, cell.zeros)
  return (cell.percent ? `${hundredfold(cell.text)} %` : cell.text).replace('.', decimal)
}

function padded(text: string, width: number): string {
  const negative = text.startsWith('-')
  return (negative ? '-' : '') + text.slice(negative ? 1 : 0).padStart(width, '0')
}

/** Moves the point two places without leaving decimal text. */
export function hundredfold(text: string): string {
  const [whole = '0', fraction = ''] = text.replace('-', '').split('.')
  const digits = (whole + fraction.padEnd(2, '0').slice(0, 2)).replace(/^0+(?=\d)/, '')
  const rest = fraction.slice(2)
  return (text.startsWith('-') ? '-' : '') + digits + (rest ? `.${rest}` : '')
}
