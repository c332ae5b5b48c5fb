/** Replaces placeholders in a message: `{line}` becomes the value of `details.line`, or «…» if there is none. */
export function fillPlaceholders(sentence: string, details: Readonly<Record<string, unknown>> | null = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(details?.[name] ?? '…'))
}
