import { rewrittenFields } from '../../pb_migrations/anew/rewriting.ts'
import { rewritings } from '../../pb_migrations/anew/rewritings.ts'
import type { FormatTemplate } from '../../src/domain/formats/format.ts'
import { templates } from '../../src/domain/formats/seed/templates.ts'

const certifies = { by: 'organisation', caption: 'Certifica' } as const
/** Who signs for the organisation, where the parties do not sign by their names alone. */
const signatures: Record<string, FormatTemplate['signatures']> = {
  CL: [certifies],
  PS: [certifies],
  CE: [certifies],
  OC: [{ by: 'approver', caption: 'Aprueba' }],
  VP: [{ by: 'approver', caption: 'Autoriza' }],
}

interface CurrentFormat extends FormatTemplate {
  version: number
}

/** The ten formats as a new installation publishes them: what the first migration seeds, as a later one writes it anew, and who signs. */
export const currentFormats: readonly CurrentFormat[] = templates.map((template) => {
  const rewriting = rewritings.find(({ code }) => code === template.code)
  if (!rewriting) throw new Error(`${template.code} is not written anew`)
  const { body, paper } = rewriting
  const signed = signatures[template.code] ?? []
  const version = signed.length ? 3 : 2
  return { ...template, fields: rewrittenFields(template.fields, rewriting), body, paper, signatures: signed, version }
})
