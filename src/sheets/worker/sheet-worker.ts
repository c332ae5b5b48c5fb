import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import { SheetSession } from './sheet-session.ts'
import { sendProgress, serveCalls } from './worker-calls.ts'

let session: SheetSession | undefined

export const starter = {
  start(fields: readonly Field[], context: ValidationContext): void {
    session = new SheetSession(fields, context, sendProgress)
  },
}

serveCalls((name) => {
  if (name in starter) return starter
  return session && name in session ? session : session?.rows
})
