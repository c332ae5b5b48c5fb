/** The cells that a spreadsheet puts on the clipboard: tabs between cells, line ends between rows, quotes around cells with either. */
export function pastedCells(text: string): string[][] {
  const rows: string[][] = [[]]
  const pattern = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/gy
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text)
    if (!found) return text.split(/\r\n|\n|\r/).map((line) => line.split('\t'))
    rows.at(-1)?.push((found[1]?.replaceAll('""', '"') ?? found[2] ?? '').trim())
    if (found[3] === '') break
    if (found[3] === '\t') {
      if (pattern.lastIndex === text.length) rows.at(-1)?.push('')
    } else if (pattern.lastIndex < text.length) rows.push([])
  }
  return rows
}

/** One cell is left to the browser; more than one are ours to lay out. */
export function isManyCells(text: string): boolean {
  return /[\t]|[\r\n]+[^\r\n]/.test(text)
}
