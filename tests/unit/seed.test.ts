import { describe, expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import { getTemplateFields } from '../../src/domain/documents/document-date.ts'
import { validateTemplate } from '../../src/domain/documents/template-check.ts'
import { getConditionFieldKeys } from '../../src/domain/fields/conditions.ts'
import type { Values } from '../../src/domain/fields/field.ts'
import { validateValues } from '../../src/domain/fields/values.ts'
import { defaultFormatCodes } from '../../src/domain/formats/example-text.ts'
import { formatSchema } from '../../src/domain/formats/format.ts'
import { validateFormat } from '../../src/domain/formats/format-check.ts'
import { initialFormats } from '../../src/domain/formats/seed/initial-formats.ts'
import { removeUnusedSettings } from '../../src/formats/editor/field-settings-text.ts'
import { exampleOf } from '../support/example-documents.ts'

const context = { today: '2026-11-20', country: 'CO' }

it('defines the ten formats in their order', () => {
  expect(initialFormats.map(({ code }) => code)).toEqual(defaultFormatCodes)
  expect(initialFormats.map(({ code }) => code)).toEqual(['CL', 'PS', 'CC', 'CPS', 'OC', 'AE', 'VP', 'CE', 'AD', 'MI'])
  expect(initialFormats.filter(({ requiresReview }) => !requiresReview).map(({ code }) => code)).toEqual(['CC'])
})

describe.each(initialFormats.map((template) => [template.code, template] as const))('%s', (_code, template) => {
  it('can be published unchanged', () => {
    expect(z.safeParse(formatSchema, template).success).toBe(true)
    expect(validateFormat(template, context)).toEqual({})
    expect(validateTemplate(template.body, getTemplateFields(template.fields))).toEqual([])
    // The database stores `undefined` as `null`, which no schema accepts.
    expect(template).toStrictEqual(JSON.parse(JSON.stringify(template)))
    expect(template.description).toMatch(/^Para [^.]+\.( [^.]+\.)?$/)
    expect(template.description).not.toMatch(/ejemplo/)
  })

  it('has no settings that the editor would remove', () => {
    const settings = template.fields.flatMap((field) => [field, ...(field.columns ?? [])])
    expect(settings.map(removeUnusedSettings)).toEqual(settings)
  })

  it('has valid examples for every typed field', () => {
    const { errors, values } = validateValues(template.fields, exampleOf(template.fields), context)
    expect(errors).toEqual({})
    expect(validateValues(template.fields, values, context).values).toEqual(values)
  })

  it('prints every visible field that controls no other field', () => {
    const unprinted = template.fields.filter(
      ({ key, type }) => type !== 'boolean' && !new RegExp(`\\{\\{[#]?${key}[|}]`).test(template.body),
    )
    const steering = template.fields.flatMap(({ visibleIf, requiredIf, kindFrom }) => [
      ...getConditionFieldKeys(visibleIf),
      ...getConditionFieldKeys(requiredIf),
      kindFrom,
    ])
    // A format may use it as document date.
    steering.push('fecha_expedicion')
    expect(unprinted.map(({ key }) => key).filter((key) => !steering.includes(key))).toEqual([])
  })
})

describe('keys of the contract', () => {
  const keysOf = (code: string) =>
    initialFormats.find((template) => template.code === code)?.fields.map(({ key }) => key)
  const optionsOf = (code: string, key: string) =>
    initialFormats
      .find((template) => template.code === code)
      ?.fields.find((field) => field.key === key)
      ?.options?.map(({ value }) => value)

  test.each([
    [
      'CL',
      'nombre_completo tipo_documento numero_documento expedido_en cargo tipo_contrato fecha_ingreso incluir_salario salario_mensual dirigido_a ciudad_expedicion fecha_expedicion salario_en_letras',
    ],
    [
      'PS',
      'nombre tipo_documento numero_documento concepto dependencia referencia periodo_hasta saldo_pendiente vigencia_dias observaciones ciudad fecha_expedicion',
    ],
    [
      'CC',
      'nombre tipo_documento numero_documento telefono deudor_razon_social deudor_nit concepto periodo valor declarante_renta banco tipo_cuenta numero_cuenta ciudad fecha valor_en_letras',
    ],
  ])('are complete for %s', (code, keys) => expect(keysOf(code)).toEqual(keys.split(' ')))

  test.each([
    ['CPS', 'objeto obligaciones valor_total forma_pago numero_cuotas fecha_inicio fecha_fin supervisor plazo_en_dias'],
    ['OC', 'condiciones_pago moneda items subtotal iva total'],
    ['AE', 'equipos'],
    ['VP', 'tipo fecha_inicio fecha_fin'],
    ['CE', 'codigo_estudiantil programa periodo jornada promedio'],
    ['AD', 'finalidades menor_de_edad representante'],
    ['MI', 'para de asunto cuerpo'],
  ])('include those of %s', (code, keys) => expect(keysOf(code)).toEqual(expect.arrayContaining(keys.split(' '))))

  it('include their options', () => {
    expect(optionsOf('CL', 'tipo_contrato')).toEqual([
      'término indefinido',
      'término fijo',
      'obra o labor',
      'aprendizaje',
    ])
    expect(optionsOf('CL', 'tipo_documento')).toEqual(['CC', 'CE', 'PA'])
    expect(optionsOf('PS', 'concepto')).toEqual([
      'nómina y elementos',
      'biblioteca',
      'cartera',
      'administración',
      'impuesto predial',
    ])
    expect(optionsOf('PS', 'tipo_documento')).toEqual(['CC', 'CE', 'NIT'])
    expect(optionsOf('CC', 'tipo_cuenta')).toEqual(['ahorros', 'corriente'])
    expect(optionsOf('OC', 'moneda')).toEqual(['COP', 'USD', 'MXN', 'PEN'])
  })
})

it('requires an end after the start, instalments if monthly, and a guardian for minors', () => {
  const renderTemplate = (code: string, over: Values) => {
    const template = initialFormats.find((one) => one.code === code)
    const fields = template?.fields ?? []
    const values: Record<string, unknown> = { ...exampleOf(fields), ...over }
    for (const [key, value] of Object.entries(over)) if (value === '') delete values[key]
    return validateValues(fields, values, context).errors
  }
  expect(renderTemplate('CPS', { fecha_fin: '2026-12-01' })).toEqual({ fecha_fin: 'min' })
  expect(renderTemplate('CPS', { numero_cuotas: '' })).toEqual({ numero_cuotas: 'required' })
  expect(renderTemplate('CPS', { numero_cuotas: '', forma_pago: 'pago único' })).toEqual({})
  expect(renderTemplate('AD', { representante: '' })).toEqual({ representante: 'required' })
  expect(renderTemplate('AD', { representante: '', menor_de_edad: false })).toEqual({})
  expect(renderTemplate('VP', { modalidad: 'por horas', hora_inicio: '14:00', horas: '' })).toEqual({
    horas: 'required',
  })
  expect(renderTemplate('CE', { promedio: '5.01' })).toEqual({ promedio: 'max' })
  expect(renderTemplate('MI', { asunto: 'x'.repeat(121) })).toEqual({ asunto: 'length' })
  expect(
    renderTemplate('OC', {
      items: [{ descripcion: 'x', unidad: 'u', cantidad: '1.2345', valor_unitario: '1.00', iva_pct: '19' }],
    }),
  ).toEqual({
    'items.0.cantidad': 'decimals',
  })
})
