import { rewrittenFields } from '../../pb_migrations/anew/rewriting.ts'
import { rewritings } from '../../pb_migrations/anew/rewritings.ts'
import type { FormatTemplate } from '../../src/domain/format.ts'
import { templates } from '../../src/domain/seed/templates.ts'

/** The ten formats as a new installation publishes them: what the first migration seeds, as the later one writes it anew. */
export const currentFormats: readonly FormatTemplate[] = templates.map((template) => {
  const rewriting = rewritings.find(({ code }) => code === template.code)
  if (!rewriting) return template
  return {
    ...template,
    fields: rewrittenFields(template.fields, rewriting),
    body: rewriting.body,
    paper: rewriting.paper,
  }
})
