/** Converts a PDF path to an SVG path: `0 0 m 5 5 l h` → `M0 0L5 5Z`. Supports `m`, `l`, `c`, `h` and `re`. */
export function toSvgPath(operators: string): string {
  let numbers: string[] = []
  const out: string[] = []
  for (const word of operators.split(/\s+/)) {
    if (/^-?[\d.]+$/.test(word)) {
      numbers.push(word)
      continue
    }
    const [x, y, width, height] = numbers
    if (word === 're') out.push(`M${x} ${y}h${width}v${height}h-${width}Z`)
    else out.push(`${word === 'h' ? 'Z' : word.toUpperCase()}${numbers.join(' ')}`)
    numbers = []
  }
  return out.join('')
}
