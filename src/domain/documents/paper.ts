import * as z from 'zod/mini'
import { fieldKeySchema } from '../fields/field-key.ts'
import { countryCodes } from '../settings/country.ts'
import { marginWidths, pageSizes, textSizes } from './page.ts'

/** Page settings of a format that override the organisation's. */
export const formatPaperSchema = z.lazy(() =>
  z.object({
    /** Key of the field with the document date; without it the decision day is used. */
    date: z.optional(fieldKeySchema),
    /** Letterhead: absent for the organisation's, `issuer` for one built from the fields in `issuer`, or `none`. */
    letterhead: z.optional(z.enum(['issuer', 'none'], 'choice')),
    issuer: z.optional(
      z.object({
        name: fieldKeySchema,
        id: z.optional(fieldKeySchema),
        address: z.optional(fieldKeySchema),
        city: z.optional(fieldKeySchema),
        phone: z.optional(fieldKeySchema),
        web: z.optional(fieldKeySchema),
      }),
    ),
    size: z.optional(z.enum(pageSizes, 'choice')),
    margins: z.optional(z.enum(marginWidths, 'choice')),
    ragged: z.optional(z.boolean()),
    /** Body text size in points; 11 if absent. */
    textSize: z.optional(z.literal(textSizes, 'choice')),
    /** Omits the annulment reason from the annulled document. */
    hidesAnnulReason: z.optional(z.boolean()),
    /** Country whose number and date notation is used. */
    country: z.optional(z.enum(countryCodes, 'choice')),
  }),
)
export interface FormatPaper extends z.infer<typeof formatPaperSchema> {}
