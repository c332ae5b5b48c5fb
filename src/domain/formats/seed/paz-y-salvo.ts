import type { FormatInput } from '../format.ts'
import {
  createChoiceField,
  createDateField,
  createIdDocumentFields,
  createOptionalTextField,
  createTextField,
  issueDateField,
} from './parts.ts'

export const pazYSalvo: FormatInput = {
  code: 'PS',
  name: 'Certificado de paz y salvo',
  aliases: 'Paz y salvo, constancia de no deuda',
  description: 'Para certificar que una persona o empresa no le debe nada a la organización por un concepto.',
  category: 'Administración',
  requiresReview: true,
  fields: [
    createTextField('nombre', 'Nombre', 160, 'Íñigo Núñez Peña', {
      min: 3,
      help: 'De la persona, o la razón social de la empresa.',
      aliases: ['nombre o razón social'],
      personal: true,
    }),
    ...createIdDocumentFields(['CC', 'CE', 'NIT'], {
      kind: { example: 'NIT' },
      number: { help: 'El NIT, con su dígito de verificación.', example: '900123456-8' },
    }),
    createChoiceField(
      'concepto',
      'Concepto',
      ['nómina y elementos', 'biblioteca', 'cartera', 'administración', 'impuesto predial'],
      'cartera',
    ),
    createTextField('dependencia', 'Dependencia', 120, 'Tesorería', { help: 'La que certifica.', aliases: ['área'] }),
    createOptionalTextField('referencia', 'Referencia', 80, 'Factura FV-1203', {
      help: 'Número de crédito, de apartamento, de predio …',
    }),
    createDateField('periodo_hasta', 'Período hasta', '31/10/2026', {
      help: 'Último día que cubre el certificado.',
      aliases: ['hasta'],
    }),
    {
      key: 'saldo_pendiente',
      label: 'Saldo pendiente',
      type: 'money',
      currency: 'COP',
      required: true,
      min: 0,
      max: 0,
      help: 'Debe ser cero: con saldo no hay paz y salvo.',
      example: '$ 0,00',
      aliases: ['saldo'],
    },
    {
      key: 'vigencia_dias',
      label: 'Vigencia en días',
      type: 'integer',
      required: true,
      min: 1,
      max: 365,
      example: '30',
      aliases: ['vigencia'],
    },
    {
      key: 'observaciones',
      label: 'Observaciones',
      type: 'longText',
      max: 2000,
      example: 'Se entrega a solicitud del interesado.',
    },
    createTextField('ciudad', 'Ciudad', 80, 'Medellín', { fillIfMissing: true }),
    issueDateField,
  ],
  body: `# PAZ Y SALVO

**{{organización}}**, por medio de su dependencia de **{{dependencia}}**, certifica que **{{nombre}}**, con {{numero_documento|documento}}, se encuentra a **PAZ Y SALVO** por concepto de **{{concepto}}**{{#referencia}} ({{referencia}}){{/referencia}}, con corte al {{periodo_hasta|largo}}, y que a esa fecha su saldo pendiente es de {{saldo_pendiente|moneda}}.

{{#observaciones}}**Observaciones:** {{observaciones}}{{/observaciones}}

Este certificado es válido por {{vigencia_dias|letras un día/días}} a partir de su expedición y no libera de las obligaciones que se causen después de la fecha de corte.

{{#sin partir}}
Se expide en {{ciudad}}, el {{fecha_documento|letras}}.

Atentamente,

{{aquí firman: Responsable de la dependencia que certifica}}
{{/sin partir}}`,
  signatures: [{ by: 'organisation' }],
}
