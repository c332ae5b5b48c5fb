import * as z from 'zod/mini'
import { fieldKeySchema } from '../fields/field-key.ts'
import { countryCodes } from '../settings/country.ts'
import { marginWidths, pageSizes, textSizes } from '../settings/page-options.ts'

/** Page settings of a format. They replace the organisation's page settings. */
export const formatPaperSettingsSchema = z.lazy(() =>
  z.object({
    /** Key of the field with the document date. If absent, the document shows the day of the decision. */
    date: z.optional(fieldKeySchema),
    /** Letterhead. Absent: the organisation's. `issuer`: composed from the fields in `issuer`. `none`: no letterhead. */
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
    /** Size of body text in points; default 11. */
    textSize: z.optional(z.literal(textSizes, 'choice')),
    /** True if the annulled document does not show the reason of the annulment. */
    hidesAnnulReason: z.optional(z.boolean()),
    /** True if a last page shows who approved and signed, when, and how they confirmed their identity. */
    evidence: z.optional(z.boolean()),
    /** Country that determines the notation of numbers and dates. */
    country: z.optional(z.enum(countryCodes, 'choice')),
  }),
)
export interface FormatPaperSettings extends z.infer<typeof formatPaperSettingsSchema> {}
