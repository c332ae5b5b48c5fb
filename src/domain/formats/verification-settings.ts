import * as z from 'zod/mini'
import { listTemplateKeys } from '../documents/template-keys.ts'
import type { ErrorCode } from '../errors.ts'
import type { Field } from '../fields/field.ts'
import { fieldKeySchema } from '../fields/field-key.ts'
import { suggestDelivery } from './delivery-settings.ts'

/** Fields of a document that the public verification page shows. Without settings, the page shows no fields. */
export const verificationSettingsSchema = z.lazy(() =>
  z.object({
    /** Keys of the fields that the page shows to everyone who has the code. */
    shown: z.optional(z.array(fieldKeySchema).check(z.maxLength(20, 'length'))),
    /** Key of the field with the holder's identity number. Its last four digits open the other fields and the PDF. */
    holder: z.optional(fieldKeySchema),
  }),
)
export interface VerificationSettings extends z.infer<typeof verificationSettingsSchema> {}

interface FormatContent {
  fields: readonly Field[]
  body: string
}

/** Lists the fields that a document prints on one line or as a paragraph: the page shows neither files nor tables, nor what only approvers see. */
export function listPrintedFields<Listed extends Field>(fields: readonly Listed[], body: string): Listed[] {
  const printed = listTemplateKeys(body, fields, true)
  return fields.filter(
    ({ key, type, approvers }) => printed.has(key) && type !== 'file' && type !== 'table' && approvers !== 'keep',
  )
}

export const listHolderFields = (fields: readonly Field[]): Field[] =>
  fields.filter(({ type, approvers }) => type === 'idDocument' && !approvers)

/** Returns errors by part: `verification.holder`. */
export function validateVerification(
  { shown = [], holder }: VerificationSettings,
  { fields, body }: FormatContent,
): Record<string, ErrorCode> {
  const printed = listPrintedFields(fields, body)
  const isPrinted = shown.every((key) => printed.some((field) => field.key === key))
  const isHolder = holder === undefined || listHolderFields(fields).some(({ key }) => key === holder)
  return {
    ...(!isPrinted && { 'verification.shown': 'format.shown' }),
    ...(!isHolder && { 'verification.holder': 'format.holder' }),
  }
}

/** Suggests the settings of a format: name, post and amount, if the document prints them, and the first identity number. */
export function suggestVerification({ fields, body }: FormatContent): VerificationSettings {
  const name = suggestDelivery(fields).name
  const isSuggested = ({ key, label, type }: Field) => key === name || /^cargo\b/i.test(label) || type === 'money'
  const [holder] = listHolderFields(fields)
  return {
    shown: listPrintedFields(fields, body)
      .filter(isSuggested)
      .map(({ key }) => key),
    ...(holder && { holder: holder.key }),
  }
}
