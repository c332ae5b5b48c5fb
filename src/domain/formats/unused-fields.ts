import { listTemplateKeys } from '../documents/template-keys.ts'
import type { Field } from '../fields/field.ts'
import { recipientParts } from './delivery-settings.ts'
import type { FormatInput } from './format.ts'
import { getReferencedKeys, listRouteKeys } from './referenced-keys.ts'

/** Returns the keys of fields that neither the document, its delivery, the route nor other fields use. Omits fields with another purpose, such as files. */
export function findUnusedFields({
  fields,
  body,
  signatures = [],
  paper = {},
  delivery = {},
  signing = {},
  verification = {},
  route = [],
}: Pick<
  FormatInput,
  'fields' | 'body' | 'signatures' | 'paper' | 'delivery' | 'signing' | 'verification' | 'route'
>): string[] {
  if (!body.trim()) return []
  const used = listTemplateKeys(body, fields)
  for (const named of [...signatures, paper.issuer ?? {}])
    for (const [part, key] of Object.entries(named))
      if (!['by', 'caption', 'signatory'].includes(part)) used.add(String(key))
  if (paper.date) used.add(paper.date)
  for (const part of recipientParts) if (delivery[part]) used.add(delivery[part])
  for (const { name, email } of signing.signers ?? []) used.add(name).add(email)
  if (verification.holder) used.add(verification.holder)
  for (const key of listRouteKeys(route)) used.add(key)
  for (const field of fields)
    for (const part of [field, ...(field.columns ?? [])])
      for (const [, key] of getReferencedKeys({ ...part, list: undefined }))
        if (key !== undefined && key !== field.key) used.add(key)
  return fields.filter((field) => !used.has(field.key) && !hasOtherPurpose(field)).map(({ key }) => key)
}

/** Returns whether a field is useful without a place in the document: a file, a note of the approvers, or a value to search by. */
const hasOtherPurpose = ({ type, approvers, summary, unique, list }: Field) =>
  type === 'file' || approvers === 'keep' || summary === true || unique === true || list !== undefined
