import type { FormatInput } from '../format.ts'
import { createDateField, createOptionalTextField, createOptions, createTextField } from './parts.ts'

export const ordenDeCompra: FormatInput = {
  code: 'OC',
  name: 'Orden de compra',
  aliases: 'Pedido, orden de pedido, solicitud de compra',
  description: 'Para pedir bienes o servicios a un proveedor. El IVA y los totales se calculan solos.',
  category: 'Compras',
  requiresReview: true,
  fields: [
    createTextField('proveedor', 'Proveedor', 160, 'Papelería El Cóndor S. A. S.', {
      help: 'Razón social.',
      aliases: ['razón social', 'nombre del proveedor'],
    }),
    {
      key: 'proveedor_nit',
      label: 'Proveedor: NIT',
      type: 'idDocument',
      required: true,
      kinds: ['NIT', 'RUC', 'RFC', 'RUT', 'CUIT'],
      help: 'O el RUC, RFC, RUT o CUIT de un proveedor de otro país, con su dígito de verificación.',
      example: '890903938-8',
      aliases: ['NIT', 'NIT proveedor', 'RUC', 'RFC'],
    },
    createOptionalTextField('contacto', 'Contacto', 120, 'Ana Muñoz', { personal: true }),
    { key: 'correo', label: 'Correo', type: 'email', example: 'ventas@ejemplo.com', aliases: ['correo electrónico'] },
    { key: 'telefono', label: 'Teléfono', type: 'phone', example: '601 345 6789' },
    createOptionalTextField('cotizacion', 'Cotización', 60, 'COT-0871', { aliases: ['número de cotización'] }),
    createDateField('fecha', 'Fecha', '20/11/2026'),
    createDateField('fecha_entrega', 'Fecha de entrega', '04/12/2026', { min: '@fecha', aliases: ['entrega'] }),
    createTextField('lugar_entrega', 'Lugar de entrega', 160, 'Bodega central, Calle 13 N.º 60-45, Bogotá D. C.'),
    {
      key: 'condiciones_pago',
      label: 'Condiciones de pago',
      type: 'choice',
      required: true,
      options: [
        ...createOptions('contado', 'contra entrega', 'anticipo del 50 %'),
        { value: 'crédito a 30 días', aliases: ['30 días'] },
        { value: 'crédito a 60 días', aliases: ['60 días'] },
        { value: 'crédito a 90 días', aliases: ['90 días'] },
      ],
      example: 'crédito a 30 días',
      aliases: ['forma de pago'],
    },
    {
      key: 'moneda',
      label: 'Moneda',
      type: 'choice',
      required: true,
      options: [
        { value: 'COP', aliases: ['pesos colombianos', 'pesos'] },
        { value: 'USD', aliases: ['dólares', 'US$'] },
        { value: 'MXN', aliases: ['pesos mexicanos'] },
        { value: 'PEN', aliases: ['soles'] },
      ],
      example: 'COP',
    },
    {
      key: 'items',
      label: 'Ítems',
      type: 'table',
      required: true,
      min: 1,
      max: 200,
      columns: [
        createOptionalTextField('codigo', 'Código', 40, '000871'),
        createTextField('descripcion', 'Descripción', 200, 'Resma de papel carta'),
        createTextField('unidad', 'Unidad', 20, 'caja'),
        {
          key: 'cantidad',
          label: 'Cantidad',
          type: 'decimal',
          decimals: 3,
          required: true,
          min: '0.001',
          example: '12,5',
        },
        { key: 'valor_unitario', label: 'Valor unitario', type: 'money', required: true, min: 0, example: '98.500,00' },
        {
          key: 'iva_pct',
          label: 'IVA (%)',
          type: 'choice',
          required: true,
          options: [
            { value: '0', aliases: ['0 %', 'exento', 'excluido'] },
            { value: '5', aliases: ['5,00'] },
            { value: '16', aliases: ['16,00'] },
            { value: '18', aliases: ['18,00'] },
            { value: '19', aliases: ['19,00'] },
          ],
          example: '19',
        },
        { key: 'total', label: 'Total sin IVA', type: 'computed', decimals: 2, formula: 'cantidad * valor_unitario' },
        { key: 'iva', label: 'IVA', type: 'computed', decimals: 2, formula: 'total * iva_pct / 100' },
      ],
    },
    createTextField('solicitado_por', 'Solicitado por', 120, 'Nubia Ibáñez Rey', { personal: true }),
    {
      key: 'observaciones',
      label: 'Observaciones',
      type: 'longText',
      max: 2000,
      example: 'Entregar en el muelle 2, de 8 a. m. a 4 p. m.',
    },
    { key: 'subtotal', label: 'Subtotal', type: 'computed', decimals: 2, formula: 'suma(items.total)' },
    { key: 'iva', label: 'IVA', type: 'computed', decimals: 2, formula: 'suma(items.iva)' },
    { key: 'total', label: 'Total', type: 'computed', decimals: 2, formula: 'subtotal + iva' },
    { key: 'total_en_letras', label: 'Total en letras', type: 'computed', formula: 'enLetras(total, moneda)' },
  ],
  body: `# ORDEN DE COMPRA

**Proveedor:** {{proveedor}}
{{proveedor_nit|Documento}}
**Contacto:** {{contacto}}{{#correo}}{{#si no vacío(contacto)}} · {{/si}}{{correo}}{{/correo}}{{#telefono}}{{#si no vacío(contacto) o no vacío(correo)}} · {{/si}}{{telefono}}{{/telefono}}
**Cotización:** {{cotizacion}}

**Fecha:** {{fecha|largo}}
**Entrega:** {{fecha_entrega|largo}}, en {{lugar_entrega}}
**Condiciones de pago:** {{condiciones_pago}}, en {{moneda}}

{{columnas: -, 30}}
| Código | Descripción | Unidad | Cantidad | Valor unitario | IVA | Total sin IVA |
{{#items}}
| {{codigo}} | {{descripcion}} | {{unidad}} | {{cantidad}} | {{valor_unitario}} | {{iva_pct}} % | {{total}} |
{{/items}}
| | **Subtotal** | | | | | {{subtotal}} |
| | **IVA** | | | | | {{iva}} |
| | **Total en {{moneda}}** | | | | | **{{total}}** |

**Son:** {{total_en_letras}}

{{#observaciones}}**Observaciones:** {{observaciones}}{{/observaciones}}

Quien provee entregará lo pedido completo, en buen estado y en la fecha indicada. La factura debe citar esta orden; sin ella no se recibirá.

{{#aquí firma}}
{{solicitado_por}}
Solicita
{{/aquí firma}}
{{aquí firman: Aprueba}}`,
  signatures: [{ by: 'approver', caption: 'Aprueba' }],
  paper: { date: 'fecha', textSize: 10 },
}
