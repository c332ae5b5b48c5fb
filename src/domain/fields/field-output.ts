import * as z from 'zod'
import { fieldSchema, type Values } from './field.ts'

const cellValueSchema = z.union([z.string(), z.int(), z.boolean(), z.array(z.string())]).meta({ id: 'CellValue' })
const tableRowSchema = z.record(z.string(), cellValueSchema).meta({ id: 'Row' })
const valueSchema = z.union([cellValueSchema, z.array(tableRowSchema)]).meta({ id: 'Value' })
export const valuesSchema: z.ZodType<Values> = z.record(z.string(), valueSchema).meta({ id: 'Values' })

export const fieldsSchema = z.array(fieldSchema.register(z.globalRegistry, { id: 'Field' }))
