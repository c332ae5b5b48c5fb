import * as z from 'zod'
import { fieldsSchema, valuesSchema } from '../fields/field-output.ts'
import { defineObject, orEmpty } from '../output-schemas.ts'
import { timestampSchema } from '../text/text-types.ts'

/** Response of `GET /api/app/requests/{id}/filled`: approver fields visible to the caller, with their values. */
export const approverFieldsOutputSchema = defineObject('ApproverFields', {
  fields: fieldsSchema,
  values: valuesSchema,
  updated: orEmpty(timestampSchema),
  open: z.boolean().describe('Si la cuenta puede diligenciarlos ahora'),
})
