import type { Column, Field, FieldLookup } from '../../domain/fields/field.ts'
import { fieldTypeLabels } from '../../domain/fields/field-types.ts'
import { listFormulaReferences, parseFormula } from '../../domain/fields/formula.ts'
import { type FormulaError, type FormulaProblem, locateFormulaError } from '../../domain/fields/formula-check.ts'
import { createColumnLookup } from '../../domain/formats/format-check.ts'
import { findClosestMatch } from '../../domain/text/closest-match.ts'

/** Fields that a formula can use: the computed field and its siblings; for a column, also the fields outside of the table. */
export interface FormulaScope {
  field: Column
  siblings: readonly (Field | Column)[]
  /** Fields outside of the table; `null` if the computed field is not a column. */
  outer: readonly Field[] | null
}

/** Error of a formula with its sentence. The range is `start` to `end`, exclusive. */
export interface FormulaErrorMessage {
  start: number
  end: number
  /** Sentence with the position: «Posición 5: Sobra este paréntesis.» */
  message: string
  /** True if more text at the end may correct the error. */
  isUnfinished: boolean
}

export function createScopeLookup({ field, siblings, outer }: FormulaScope): FieldLookup {
  const own = [field, ...siblings]
  return outer ? createColumnLookup(own, outer) : (key) => own.find((one) => one.key === key)
}

export function describeFormulaError(scope: FormulaScope): FormulaErrorMessage | null {
  const text = scope.field.formula ?? ''
  const find = createScopeLookup(scope)
  const error = locateFormulaError(text, find)
  if (error === null) return findCircle(scope, find)
  const { start, end, problem } = error
  const sentence = describeError(text, error, scope, find)
  return {
    start,
    end,
    message: problem === 'empty' ? sentence : `Posición ${start + 1}: ${sentence}`,
    isUnfinished: problem === 'open' || end >= text.trimEnd().length,
  }
}

function findCircle({ field, siblings }: FormulaScope, find: FieldLookup): FormulaErrorMessage | null {
  const formula = parseFormula(field.formula ?? '')
  const reference = formula && listFormulaReferences(formula).find((one) => one.is === 'key' && dependsOn(one.key))
  if (reference?.is !== 'key') return null
  const { start, end, key } = reference
  const other = siblings.find((one) => one.key === key)
  const sentence = other
    ? `La fórmula de «${other.label}» usa este campo: las dos no se pueden calcular.`
    : 'Una fórmula no puede usar su propio campo.'
  return { start, end, message: `Posición ${start + 1}: ${sentence}`, isUnfinished: false }

  function dependsOn(from: string): boolean {
    const keys = new Set([from])
    for (const key of keys) {
      const next = parseFormula(find(key)?.formula ?? '')
      for (const one of next && key !== field.key ? listFormulaReferences(next) : [])
        if (one.is === 'key') keys.add(one.key)
    }
    return keys.has(field.key)
  }
}

const signHints: Record<string, string> = {
  ';': 'Separe con coma los datos de una función.',
  '.': 'Sobra este punto. Los decimales se escriben así: 1.5.',
  '%': 'En vez de «%», divida entre 100.',
  '×': 'Para multiplicar, escriba *.',
  '÷': 'Para dividir, escriba /.',
  ':': 'Para dividir, escriba /.',
  '–': 'Para restar, escriba -.',
  '−': 'Para restar, escriba -.',
  $: 'Escriba los montos sin signo: 1500000.',
  '[': 'Use paréntesis redondos.',
  ']': 'Use paréntesis redondos.',
  '{': 'Las claves van sin llaves.',
  '}': 'Las claves van sin llaves.',
  '=': 'La fórmula va sin el signo igual.',
}

const messages: Partial<Record<FormulaProblem, string>> = {
  empty: 'Escriba la fórmula.',
  long: 'La fórmula pasa de 500 caracteres.',
  open: 'Falta cerrar este paréntesis.',
  close: 'Sobra este paréntesis.',
  comma: 'Sobra esta coma. Los decimales se escriben con punto: 1.5.',
  depth: 'Hay demasiados paréntesis, unos dentro de otros.',
  sum: 'Aquí va la columna de una tabla, por ejemplo suma(items.total).',
  currency: 'Aquí va un campo con la moneda: una opción como COP o USD.',
}

function describeError(
  text: string,
  error: FormulaError,
  { siblings, outer }: FormulaScope,
  find: FieldLookup,
): string {
  const part = text.slice(error.start, error.end)
  const named = findNamed(part, find)
  switch (error.problem) {
    case 'sign':
      return signHints[part] ?? describeSign(part)
    case 'operand':
      return part
        ? `Falta un número, un campo o una función antes de «${part}».`
        : 'Falta un número, un campo o una función al final.'
    case 'operator':
      return `Falta una operación (+ - * /) antes de «${part}».`
    case 'key':
      return describeUnknownKey(
        part,
        [...siblings, ...(outer ?? [])].filter(({ key }) => find(key)),
      )
    case 'function':
      if (named) return `«${part}» es un campo: después va una operación (+ - * /).`
      return `No hay una función «${part}».${suggest(
        part,
        formulaFunctions.map(({ name }) => [name, name]),
      )}`
    case 'column':
      return describeUnknownColumn(part, find)
    case 'outside':
      return `La columna de una tabla va dentro de suma: suma(${part}).`
    case 'number':
      return named
        ? `Aquí va un número, y «${named.label}» es de tipo ${fieldTypeLabels[named.type]}.`
        : 'Aquí va un número.'
    case 'date':
      return named
        ? `Aquí va una fecha, y «${named.label}» es de tipo ${fieldTypeLabels[named.type]}.`
        : 'Aquí va un campo con una fecha.'
    case 'count':
      return `Escríbala así: ${formulaFunctions.find(({ name }) => name === error.name)?.usage}.`
    case 'inner':
      return `La fórmula de «${named?.label ?? part}» tiene un error.`
    default:
      return messages[error.problem] ?? ''
  }
}

/** Returns the field or column with the text of a reference: `valor` or `items.total`. */
function findNamed(part: string, find: FieldLookup): Field | Column | undefined {
  const [key = '', column] = part.split('.')
  const field = find(key)
  return column === undefined ? field : (field as Field | undefined)?.columns?.find((one) => one.key === column)
}

function describeSign(sign: string): string {
  if (/["'“”«»‘’]/.test(sign)) return 'Una fórmula no lleva textos entre comillas.'
  if (/\p{L}/u.test(sign)) return `«${sign}» no se usa: las claves no llevan tildes ni eñes.`
  return `«${sign}» no se usa en una fórmula.`
}

function describeUnknownKey(part: string, fields: readonly Column[]): string {
  const called = formulaFunctions.find(({ name }) => name === part)
  if (called) return `Después de «${part}» va un paréntesis: ${called.usage}.`
  const names = fields.flatMap(({ key, label }): [string, string][] => [
    [key, key],
    [label, key],
  ])
  return `Ningún campo tiene la clave «${part}».${suggest(part, names)}`
}

function describeUnknownColumn(part: string, find: FieldLookup): string {
  const [key = '', column = ''] = part.split('.')
  const table = find(key)
  if (!table) return `Ninguna tabla tiene la clave «${key}».`
  if (!('columns' in table)) return `«${table.label}» no es una tabla.`
  const columns = table.columns ?? []
  return `«${table.label}» no tiene la columna «${column}».${suggest(
    column,
    columns.map((one) => [one.key, `${key}.${one.key}`]),
  )}`
}

function suggest(text: string, names: readonly (readonly [name: string, meaning: string])[]): string {
  const closest = findClosestMatch(text, names)
  return closest === undefined ? '' : ` ¿Quiso decir «${closest}»?`
}

/** Functions of formulas. `usage`: example of a call, with argument names. */
export const formulaFunctions = [
  { name: 'enLetras', usage: 'enLetras(monto) o enLetras(monto, moneda)', detail: 'Monto en palabras' },
  { name: 'fechaEnLetras', usage: 'fechaEnLetras(fecha)', detail: 'Fecha en palabras' },
  { name: 'diasEntre', usage: 'diasEntre(inicio, fin)', detail: 'Días de una fecha a otra' },
  { name: 'suma', usage: 'suma(tabla.columna)', detail: 'Suma de una columna' },
] as const
