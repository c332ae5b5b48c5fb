import type { Field } from '../../fields/field.ts'
import type { FormatInput } from '../format.ts'
import { createChoiceField, createOptionalTextField, createTextField } from '../seed/parts.ts'
import {
  createCityField,
  createIdField,
  createInWordsField,
  createPayFields,
  createPositionField,
  createPriceColumn,
  dateField,
  deliveryField,
  nameField,
  quantityColumn,
  startField,
} from './common.ts'

const createCuitField = (key: string, label: string, example: string): Field => ({
  ...createIdField('CUIT', key, label, example),
  help: 'Once dígitos.',
})

const constanciaDeTrabajo: FormatInput = {
  code: 'CTAR',
  name: 'Constancia de trabajo (Argentina)',
  description: 'Para acreditar el puesto, la antigüedad y, si se pide, la remuneración de una persona empleada.',
  category: 'Recursos humanos',
  requiresReview: true,
  fields: [
    nameField,
    { ...createCuitField('cuil', 'CUIL', '27301234568'), personal: true },
    createPositionField('puesto', 'Puesto'),
    startField,
    createOptionalTextField('convenio', 'Convenio colectivo y categoría', 160, 'CCT 130/75, Administrativo B', {
      help: 'Si corresponde.',
    }),
    ...createPayFields(
      { key: 'incluir_remuneracion', label: 'Incluir la remuneración' },
      { key: 'remuneracion', label: 'Remuneración bruta mensual', currency: 'ARS', example: '1450000' },
    ),
    createCuitField('empleador_cuit', 'CUIT del empleador', '30712345671'),
    createCityField('Ciudad Autónoma de Buenos Aires'),
    dateField,
    createInWordsField('remuneracion', 'Remuneración en letras', {
      visibleIf: { key: 'incluir_remuneracion', equals: true },
    }),
  ],
  body: `# CONSTANCIA DE TRABAJO

{{organización}}, CUIT {{empleador_cuit}}, deja constancia de que **{{nombre}}**, CUIL {{cuil}}, trabaja en relación de dependencia desde el {{fecha_ingreso|largo}}, en el puesto de **{{puesto}}**{{#convenio}} ({{convenio}}){{/convenio}}{{#incluir_remuneracion}}, con una remuneración bruta mensual de {{remuneracion|moneda}} ({{remuneracion_en_letras}}){{/incluir_remuneracion}}.

Se extiende a pedido de la persona interesada, para ser presentada ante quien corresponda, en {{ciudad}}, el {{fecha|largo}}. No reemplaza el certificado de trabajo del artículo 80 de la Ley de Contrato de Trabajo N.º 20.744.`,
  signatures: [{ by: 'organisation' }],
  paper: { date: 'fecha', country: 'AR' },
}

const ordenDeCompra: FormatInput = {
  code: 'OCAR',
  name: 'Orden de compra (Argentina)',
  description: 'Para pedir bienes o servicios a un proveedor. El IVA y el total se calculan solos.',
  category: 'Compras',
  requiresReview: true,
  fields: [
    createTextField('proveedor', 'Proveedor', 160, 'Librería del Plata S. R. L.'),
    createCuitField('proveedor_cuit', 'CUIT del proveedor', '30712345671'),
    createChoiceField(
      'condicion_iva',
      'Condición frente al IVA',
      ['Responsable Inscripto', 'Monotributo', 'Exento'],
      'Responsable Inscripto',
    ),
    dateField,
    deliveryField,
    createTextField('lugar_entrega', 'Lugar de entrega', 160, 'Av. Corrientes 1234, CABA'),
    createChoiceField(
      'condicion_pago',
      'Condición de pago',
      ['contado', 'transferencia a 30 días', 'transferencia a 60 días'],
      'transferencia a 30 días',
    ),
    {
      key: 'items',
      label: 'Ítems',
      type: 'table',
      required: true,
      min: 1,
      max: 100,
      columns: [
        { key: 'descripcion', label: 'Descripción', type: 'text', required: true, max: 200, example: 'Resma A4' },
        quantityColumn,
        createPriceColumn('Precio unitario sin IVA', 'ARS', '9500'),
        {
          key: 'alicuota',
          label: 'Alícuota de IVA (%)',
          type: 'choice',
          required: true,
          options: [{ value: '0' }, { value: '10.5', aliases: ['10,5'] }, { value: '21' }, { value: '27' }],
          example: '21',
        },
        { key: 'neto', label: 'Neto', type: 'computed', decimals: 2, formula: 'cantidad * precio' },
        { key: 'iva', label: 'IVA', type: 'computed', decimals: 2, formula: 'neto * alicuota / 100' },
      ],
    },
    { key: 'neto', label: 'Neto', type: 'computed', currency: 'ARS', formula: 'suma(items.neto)' },
    { key: 'iva', label: 'IVA', type: 'computed', currency: 'ARS', formula: 'suma(items.iva)' },
    { key: 'total', label: 'Total', type: 'computed', currency: 'ARS', formula: 'neto + iva' },
    createInWordsField('total', 'Total en letras'),
  ],
  body: `# ORDEN DE COMPRA

**Proveedor:** {{proveedor}}
**CUIT:** {{proveedor_cuit}} · {{condicion_iva}}
**Fecha:** {{fecha|largo}}
**Entrega:** {{fecha_entrega|largo}}, en {{lugar_entrega}}
**Condición de pago:** {{condicion_pago}}

{{columnas: 38, 12, 18, 12, 20}}
| Descripción | Cantidad | Precio unitario | IVA | Neto |
{{#items}}
| {{descripcion}} | {{cantidad}} | {{precio}} | {{alicuota}} % | {{neto}} |
{{/items}}
| **Neto** | | | | {{neto}} |
| **IVA** | | | | {{iva}} |
| **Total** | | | | **{{total}}** |

**Son:** {{total_en_letras}}

La factura electrónica debe citar el número de esta orden.`,
  signatures: [{ by: 'approver', caption: 'Aprueba' }],
  paper: { date: 'fecha', country: 'AR' },
}

export const argentineFormats: readonly FormatInput[] = [constanciaDeTrabajo, ordenDeCompra]
