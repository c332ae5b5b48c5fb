import { type ColumnMapping, findColumnTarget } from '../../domain/batches/column-matching.ts'
import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import { formatValue } from '../../domain/fields/values.ts'
import { createRowDefaults, type PrefillSources } from '../../domain/requests/prefill.ts'
import type { DefaultFieldTexts } from '../../sheets/reading/column-sources.ts'

interface Unfilled {
  mapping: ColumnMapping
  /** Texts typed by the user, by field key. An empty text overrides the form's default value. */
  fills: DefaultFieldTexts
}

/** Returns the default texts of the fields without a column, by field key: the user's text, else the form's default value. */
export function computeDefaultFieldTexts(
  { mapping, fills }: Unfilled,
  {
    fields,
    context,
    sources,
  }: { fields: readonly Field[]; context: ValidationContext; sources: PrefillSources | undefined },
  joined: readonly string[] = [],
): DefaultFieldTexts {
  if (!sources) return {}
  const placed = new Set([
    ...Object.values(mapping).map((key) => findColumnTarget(key, fields)?.table?.key ?? key),
    ...joined,
  ])
  const begin = createRowDefaults(fields, context, sources)
  return Object.fromEntries(
    fields.flatMap((field): [string, string][] => {
      if (placed.has(field.key)) return []
      const value = begin(field, (key) => placed.has(key))
      return value === undefined ? [] : [[field.key, fills[field.key] ?? formatValue(field, value)]]
    }),
  )
}
