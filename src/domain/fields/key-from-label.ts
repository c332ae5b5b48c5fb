/** Derives a field key from a label: `Número de cédula` → `numero_de_cedula`. */
export function toFieldKey(label: string): string {
  return label
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[0-9_]+|_+$/g, '')
    .slice(0, 40)
}

/** Syntax of the keys of stages and fields, as in `fieldKeySchema`. Used where the schema is not loaded. */
export const fieldKeyPattern = /^(?!constructor$)[a-z][a-z0-9_]{0,39}$/
