interface Option {
  value: string
  label: string
}

/** Adds the chosen option to the options of a select if it is no longer among them, so that it stays visible. */
export function keepChosen(options: readonly Option[], chosen: string | undefined, label: string): Option[] {
  if (!chosen || options.some(({ value }) => value === chosen)) return [...options]
  return [...options, { value: chosen, label }]
}
