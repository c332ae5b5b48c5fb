import type { Field } from '../../domain/fields/field.ts'
import { joinsOf, withOnly } from '../../domain/lists/join.ts'
import type { SheetClient } from '../../sheets/worker/client.ts'
import { type JoinableList, sheetJoins } from './joined.ts'
import { lookUpTyped } from './look-up.ts'

/** What lists fill in the rows of a batch, and what asks for the records that these name. */
export function batchJoining(fields: readonly Field[], lists: readonly JoinableList[], joined: readonly string[]) {
  const joins = sheetJoins(withOnly(joinsOf(fields, lists), new Set(joined)), lists)
  return { joins, settle: (reading: SheetClient) => lookUpTyped(reading) }
}
