/** `Número de cédula` → `numero_de_cedula` */
export function keyFrom(label: string): string {
  return label
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[0-9_]+|_+$/g, '')
    .slice(0, 40)
}

/** What steps and fields are called by, as `fieldKey` without its schema. */
export const keyShape = /^[a-z][a-z0-9_]{0,39}$/
