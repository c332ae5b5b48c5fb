import { expect, test } from 'vitest'
import type { Field } from '../../src/domain/fields/field.ts'
import { getApproverValues, mergeApproverFields, splitFieldsByRole } from '../../src/domain/requests/approver-fields.ts'

const urgent: Field = { key: 'urgente', label: 'Urgente', type: 'boolean' }
const amount: Field = { key: 'aprobado', label: 'Aprobado', type: 'money', approvers: 'fill' }
const why: Field = { ...amount, key: 'porque', type: 'text', visibleIf: { key: 'urgente', equals: true } }
const twice: Field = { ...amount, key: 'doble', type: 'computed', formula: 'aprobado * 2', decimals: 0 }
const risk: Field = { key: 'riesgo', label: 'Riesgo', type: 'text', approvers: 'keep' }
const all = [urgent, amount, why, twice, risk]

test('separates fields of approvers and fields hidden from requesters', () => {
  expect(splitFieldsByRole(all)).toEqual({
    fields: [urgent],
    approverFields: [amount, why, twice],
    internalFields: [risk],
  })
  expect(splitFieldsByRole([urgent, risk])).toEqual({ fields: [urgent], approverFields: [], internalFields: [risk] })
  expect(splitFieldsByRole([urgent])).toEqual({ fields: [urgent], approverFields: null, internalFields: null })
})

test('returns applicable approver values with their computed fields', () => {
  const filled = { aprobado: '10', porque: 'Viaja', riesgo: 'Bajo', urgente: true }
  expect(getApproverValues(all, { urgente: false }, filled)).toEqual({ aprobado: '10', doble: '20', riesgo: 'Bajo' })
  expect(getApproverValues(all, { urgente: true }, filled)).toMatchObject({ porque: 'Viaja' })
})

test('adds only approver fields visible to the requester to the document', () => {
  const version = { fields: [urgent], approverFields: [amount, risk] }
  const merged = mergeApproverFields(version, { urgente: true }, { aprobado: '10', riesgo: 'Bajo' })
  expect(merged.values).toEqual({ urgente: true, aprobado: '10' })
  expect(merged.fields).toEqual([urgent, amount])
  const values = { urgente: true }
  expect(mergeApproverFields({ fields: [urgent], approverFields: null }, values, { aprobado: '10' }).values).toBe(
    values,
  )
})
