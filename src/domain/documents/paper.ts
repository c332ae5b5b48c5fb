import * as z from 'zod/mini'
import { fieldKey } from '../fields/field-key.ts'
import { countryCodes } from '../settings/country.ts'
import { marginWidths, pageSizes, textSizes } from './page.ts'

/** What the documents of a format look like where they differ from the organisation's. */
export const formatPaper = z.lazy(() =>
  z.object({
    /** Key of the field whose day a document bears; without one, the day of its decision. */
    date: z.optional(fieldKey),
    /** Whose letterhead: the organisation's without this, that of who is named in fields (`issuer`), or none. */
    letterhead: z.optional(z.enum(['issuer', 'none'], 'choice')),
    issuer: z.optional(
      z.object({
        name: fieldKey,
        id: z.optional(fieldKey),
        address: z.optional(fieldKey),
        city: z.optional(fieldKey),
        phone: z.optional(fieldKey),
        web: z.optional(fieldKey),
      }),
    ),
    size: z.optional(z.enum(pageSizes, 'choice')),
    margins: z.optional(z.enum(marginWidths, 'choice')),
    ragged: z.optional(z.boolean()),
    /** Size of the body text in points; 11 if absent. */
    textSize: z.optional(z.literal(textSizes, 'choice')),
    /** Leaves the reason of an annulment out of the annulled document. */
    hidesAnnulReason: z.optional(z.boolean()),
    /** Whose way to write numbers and days. */
    country: z.optional(z.enum(countryCodes, 'choice')),
  }),
)
export interface FormatPaper extends z.infer<typeof formatPaper> {}
