import * as z from 'zod/mini'
import { refuse } from './refusal.ts'

/** The body of a call, judged by a schema of the domain; each refused field travels with its code. */
export function input<Schema extends z.ZodMiniType>(e: core.RequestEvent, schema: Schema): z.output<Schema> {
  const judged = schema.safeParse(e.requestInfo().body)
  if (judged.success) return judged.data
  const fields: Record<string, string> = {}
  for (const issue of judged.error.issues) fields[issue.path.join('.') || 'body'] ??= codeOf(issue.message)
  throw refuse('invalid', 400, fields)
}

/** Checks without a code of their own bring zod's sentence, which nobody should read. */
function codeOf(message: string): string {
  return /^[a-zA-Z.]+$/.test(message) ? message : 'invalid'
}
