/** What somebody typed into the first paint before the page took over; called while that paint still stands. */
export function typedBefore<Name extends string>(...names: Name[]): Record<Name, string> {
  const entries = names.map((name) => [name, typedInto(name)])
  return Object.fromEntries(entries) as Record<Name, string>
}

function typedInto(name: string): string {
  if (typeof document === 'undefined') return ''
  return document.querySelector<HTMLInputElement>(`[data-first-paint] #root input[name="${name}"]`)?.value ?? ''
}
