import type { FormatInput } from '../format.ts'
import {
  createDateField,
  createOptionalTextField,
  createTextField,
  idDocumentAliases,
  idDocumentKindOptions,
} from './parts.ts'

export const cuentaDeCobro: FormatInput = {
  code: 'CC',
  name: 'Cuenta de cobro',
  aliases: 'Cobro de servicios, cuenta de honorarios',
  description: 'Para cobrar un servicio si no está obligado a facturar.',
  category: 'Contabilidad',
  requiresReview: false,
  fields: [
    createTextField('nombre', 'Nombre', 160, 'Íñigo Núñez Peña', {
      min: 3,
      help: 'De quien cobra.',
      aliases: ['nombre o razón social'],
      personal: true,
    }),
    {
      key: 'tipo_documento',
      label: 'Tipo de documento',
      type: 'choice',
      options: [idDocumentKindOptions.CC, idDocumentKindOptions.CE, idDocumentKindOptions.NIT],
      help: 'De quien cobra. CC: cédula de ciudadanía. CE: cédula de extranjería.',
      example: 'CC',
      aliases: ['tipo doc', 'tipo de identificación'],
    },
    {
      key: 'numero_documento',
      label: 'Número de documento',
      type: 'idDocument',
      required: true,
      kinds: ['CC', 'CE', 'NIT'],
      kindFrom: 'tipo_documento',
      example: '1020304050',
      aliases: idDocumentAliases,
      personal: true,
    },
    {
      key: 'telefono',
      label: 'Teléfono',
      type: 'phone',
      example: '300 123 4567',
      aliases: ['celular', 'móvil'],
      personal: true,
    },
    createTextField('deudor_razon_social', 'Deudor: razón social', 160, 'Comercial Andina S. A. S.', {
      help: 'A quién se cobra.',
      aliases: ['deudor', 'cliente', 'empresa'],
    }),
    {
      key: 'deudor_nit',
      label: 'Deudor: NIT',
      type: 'idDocument',
      required: true,
      kinds: ['NIT'],
      help: 'Con su dígito de verificación.',
      example: '900123456-8',
      aliases: ['NIT', 'NIT deudor'],
    },
    {
      key: 'concepto',
      label: 'Concepto',
      type: 'longText',
      required: true,
      max: 2000,
      help: 'Qué se hizo o se entregó.',
      example: 'Diseño de las piezas gráficas de la campaña de octubre.',
    },
    createOptionalTextField('periodo', 'Período', 60, 'octubre de 2026'),
    {
      key: 'valor',
      label: 'Valor',
      type: 'money',
      currency: 'COP',
      required: true,
      min: '0.01',
      example: '$ 1.250.000,00',
      aliases: ['valor a cobrar', 'total'],
    },
    {
      key: 'declarante_renta',
      label: 'Declarante de renta',
      type: 'boolean',
      required: true,
      help: 'Si quien cobra declara el impuesto sobre la renta.',
      example: 'No',
    },
    createTextField('banco', 'Banco', 80, 'Bancolombia'),
    {
      key: 'tipo_cuenta',
      label: 'Tipo de cuenta',
      type: 'choice',
      required: true,
      options: [
        { value: 'ahorros', aliases: ['ahorro', 'cuenta de ahorros'] },
        { value: 'corriente', aliases: ['cuenta corriente'] },
      ],
      example: 'ahorros',
    },
    {
      key: 'numero_cuenta',
      label: 'Número de cuenta',
      type: 'text',
      required: true,
      pattern: '\\d{4,20}',
      help: 'Solo números, con los ceros a la izquierda que tenga.',
      example: '00123456789',
      aliases: ['cuenta'],
      personal: true,
    },
    createTextField('ciudad', 'Ciudad', 80, 'Cali'),
    createDateField('fecha', 'Fecha', '20/11/2026'),
    { key: 'valor_en_letras', label: 'Valor en letras', type: 'computed', formula: 'enLetras(valor)' },
  ],
  body: `# CUENTA DE COBRO

{{ciudad}}, {{fecha|largo}}

**{{deudor_razon_social}}**
NIT {{deudor_nit}}

## DEBE A

**{{nombre}}**
{{numero_documento|Documento}}
Teléfono: {{telefono}}

La suma de **{{valor_en_letras}}** ({{valor|moneda}}){{#periodo}}, correspondiente a {{periodo}}{{/periodo}}, por concepto de:

{{concepto}}

Declaro que {{#si declarante_renta}}presento{{sino}}no presento{{/si}} declaración del impuesto sobre la renta y que, según las normas vigentes, no tengo obligación de expedir factura por este cobro.

Agradezco consignar en la cuenta {{#si tipo_cuenta = "ahorros"}}de {{/si}}{{tipo_cuenta}} N.º {{numero_cuenta}} de {{banco}}, a nombre de {{nombre}}.

{{#sin partir}}
Atentamente,

{{#aquí firma}}
{{nombre}}
{{numero_documento|Documento}}
{{/aquí firma}}
{{/sin partir}}`,
  paper: {
    date: 'fecha',
    letterhead: 'issuer',
    issuer: { name: 'nombre', id: 'numero_documento', city: 'ciudad', phone: 'telefono' },
  },
}
