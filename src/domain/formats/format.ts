import * as z from 'zod/mini'
import { formatPaperSettingsSchema } from '../documents/paper.ts'
import { signatureBlocksSchema } from '../documents/signature-block.ts'
import { fieldSchema } from '../fields/field.ts'
import { idSchema, multilineText, singleLineText } from '../text/text-schemas.ts'
import { hasValidCharacters } from '../text/valid-characters.ts'
import { deliverySettingsSchema } from './delivery-settings.ts'
import { externalAccessSchema } from './external-access.ts'
import type { formatRecordSchema, formatVersionSchema } from './format-output.ts'
import { formatAccessLevels } from './format-status.ts'
import { routeSchema } from './route.ts'
import { signingSettingsSchema } from './signing-settings.ts'
import { verificationSettingsSchema } from './verification-settings.ts'

/** Default of `dueDays` for new formats, in working days. */
export const defaultDueDays = 3

export const formatSchema = z.object({
  code: z.string().check(z.regex(/^[A-Z]{2,4}$/, 'format.code')),
  name: singleLineText(120).check(z.minLength(1, 'required')),
  /** Other names by which users search for the format, separated by commas. */
  aliases: z.optional(singleLineText(300)),
  description: multilineText(500),
  category: singleLineText(60).check(z.minLength(1, 'required')),
  fields: z.array(fieldSchema).check(z.minLength(1, 'required'), z.maxLength(200, 'length')),
  body: z
    .string()
    .check(z.minLength(1, 'required'), z.maxLength(50_000, 'length'), z.refine(hasValidCharacters, 'characters')),
  requiresReview: z.boolean(),
  signatures: z.optional(signatureBlocksSchema),
  paper: z.optional(formatPaperSettingsSchema),
  /** True if an approval generates a final document, without the mark «PRELIMINAR». Stored with the version. */
  makesFinal: z.optional(z.boolean()),
  /** True if approvers confirm their identity with their password. Stored with the version. */
  asksPassword: z.optional(z.boolean()),
  delivery: z.optional(deliverySettingsSchema),
  signing: z.optional(signingSettingsSchema),
  verification: z.optional(verificationSettingsSchema),
  external: z.optional(externalAccessSchema),
  /** Deadline for decisions in working days; 0 for no deadline. Applies to requests that are submitted after the change. */
  dueDays: z.optional(z.number().check(z.int('number'), z.minimum(0, 'min'), z.maximum(365, 'max'))),
  /** Years after the decision until the data of a request are erased; 0 for ever. Applies to all requests from the moment it is saved. */
  keepYears: z.optional(z.number().check(z.int('number'), z.minimum(0, 'min'), z.maximum(100, 'max'))),
  route: z.optional(routeSchema),
  /** Users who may request the format. Applies from the moment it is saved. */
  access: z.optional(z.enum(formatAccessLevels, 'choice')),
  /** Ids of the groups whose members may request the format, if `access` is `groups`. */
  groups: z.optional(z.array(idSchema).check(z.maxLength(50, 'length'))),
})
export type FormatInput = z.infer<typeof formatSchema>

export interface Format
  extends FormatInput,
    Pick<z.infer<typeof formatRecordSchema>, 'id' | 'status' | 'version' | 'edited' | 'created' | 'updated'> {}

export interface FormatVersion extends z.infer<typeof formatVersionSchema> {}
