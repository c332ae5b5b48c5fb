import { describe, expect, it } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import { renameField } from '../../../src/domain/formats/rename.ts'
import {
  listPrintedFields,
  suggestVerification,
  validateVerification,
} from '../../../src/domain/formats/verification-settings.ts'
import { getSettings } from '../../../src/domain/formats/version-settings.ts'

const fields = [
  { key: 'nombre', label: 'Nombre completo', type: 'text' },
  { key: 'cedula', label: 'Cédula', type: 'idDocument' },
  { key: 'cargo', label: 'Cargo', type: 'text' },
  { key: 'salario', label: 'Salario', type: 'money' },
  { key: 'bono', label: 'Bono', type: 'money' },
  { key: 'soporte', label: 'Soporte', type: 'file' },
  { key: 'filas', label: 'Filas', type: 'table', columns: [{ key: 'cargo2', label: 'Cargo', type: 'text' }] },
  { key: 'visto', label: 'Visto bueno', type: 'text', approvers: 'fill' },
  { key: 'nota', label: 'Nota', type: 'text', approvers: 'keep' },
] satisfies Field[]
const body = '{{nombre}} {{cargo}} {{salario}} {{soporte}} {{#filas}}{{cargo2}}{{/filas}} {{visto}} {{nota}}'

describe('fields of the verification page', () => {
  it('are those that the document prints, without files, tables and notes of approvers', () => {
    expect(listPrintedFields(fields, body).map(({ key }) => key)).toEqual(['nombre', 'cargo', 'salario', 'visto'])
  })

  it('are not those that only a condition uses', () => {
    const conditions = '{{#si bono > 0 y cargo = "x"}}{{nombre}}{{/si}}{{#visto}}{{salario}}{{/visto}}'
    expect(listPrintedFields(fields, conditions).map(({ key }) => key)).toEqual(['nombre', 'salario'])
  })

  it('are suggested: name, post, amount and identity number', () => {
    expect(suggestVerification({ fields, body })).toEqual({ shown: ['nombre', 'cargo', 'salario'], holder: 'cedula' })
    expect(suggestVerification({ fields: [], body: '' })).toEqual({ shown: [] })
  })

  it.each([
    [{}, {}],
    [{ shown: ['nombre', 'visto'], holder: 'cedula' }, {}],
    [{ shown: ['bono'] }, { 'verification.shown': 'format.shown' }],
    [{ shown: ['nota'] }, { 'verification.shown': 'format.shown' }],
    [{ shown: ['soporte'] }, { 'verification.shown': 'format.shown' }],
    [{ holder: 'nombre' }, { 'verification.holder': 'format.holder' }],
    [
      { shown: ['otro'], holder: 'otro' },
      { 'verification.shown': 'format.shown', 'verification.holder': 'format.holder' },
    ],
  ])('%j has the errors %j', (settings, errors) => {
    expect(validateVerification(settings, { fields, body })).toEqual(errors)
  })

  it('follow a renamed key', () => {
    const version = { fields, body, ...getSettings({ verification: { shown: ['cargo', 'nombre'], holder: 'cedula' } }) }
    const renamed = renameField(renameField(version, { from: 'cargo', to: 'puesto' }), { from: 'cedula', to: 'cc' })
    expect(renamed.verification).toEqual({ shown: ['puesto', 'nombre'], holder: 'cc' })
  })
})
