import type { Field } from '../../fields/field.ts'
import type { FormatInput } from '../format.ts'
import { createChoiceField, createOptionalTextField, createTextField } from '../seed/parts.ts'
import {
  createCityField,
  createIdField,
  createInWordsField,
  createOrganisationField,
  createPositionField,
  createPriceColumn,
  createRepresentativeField,
  dateField,
  deliveryField,
  endField,
  nameField,
  periodFields,
  quantityColumn,
  startField,
} from './common.ts'

const city = createCityField('Lima')
const dni: Field = {
  ...createIdField('DNI', 'dni', 'DNI', '45678901'),
  help: 'Ocho dígitos, con los ceros a la izquierda que tenga.',
  personal: true,
}
const createRucField = (key: string, label: string, example: string): Field => ({
  ...createIdField('RUC', key, label, example),
  help: 'Once dígitos.',
})

const certificadoDeTrabajo: FormatInput = {
  code: 'CTPE',
  name: 'Certificado de trabajo (Perú)',
  description: 'Para acreditar el tiempo de servicios y las labores de una persona cuyo contrato terminó.',
  category: 'Recursos humanos',
  requiresReview: true,
  fields: [
    nameField,
    dni,
    createPositionField('cargo', 'Cargo'),
    startField,
    endField,
    {
      key: 'labores',
      label: 'Naturaleza de las labores',
      type: 'longText',
      required: true,
      max: 800,
      example: 'El cálculo y el pago de las planillas.',
    },
    createOptionalTextField(
      'conducta',
      'Apreciación de la conducta o el rendimiento',
      200,
      'Mostró responsabilidad y eficiencia.',
      { help: 'Solo si la persona la pide.' },
    ),
    createRucField('ruc', 'RUC del empleador', '20601234565'),
    city,
    dateField,
  ],
  body: `# CERTIFICADO DE TRABAJO

{{organización}}, con RUC {{ruc}}, certifica que **{{nombre}}**, con DNI N.º {{dni}}, prestó servicios desde el {{fecha_ingreso|largo}} hasta el {{fecha_fin|largo}}, en el cargo de **{{cargo}}**.

Sus labores fueron las siguientes: {{labores}}

{{#conducta}}A solicitud de la persona interesada se deja constancia de lo siguiente: {{conducta}}

{{/conducta}}Se expide en {{ciudad}}, el {{fecha|largo}}, conforme al Decreto Supremo N.º 001-96-TR.`,
  signatures: [{ by: 'organisation' }],
  paper: { date: 'fecha', country: 'PE' },
}

const locacionDeServicios: FormatInput = {
  code: 'LSPE',
  name: 'Contrato de locación de servicios (Perú)',
  description: 'Para contratar servicios independientes, que se pagan con recibo por honorarios.',
  category: 'Contratación',
  requiresReview: true,
  fields: [
    createOrganisationField('comitente', 'Comitente', 'Textiles del Sur S. A. C.'),
    createRucField('comitente_ruc', 'RUC del comitente', '20601234565'),
    createRepresentativeField('Representante del comitente'),
    { ...createTextField('locador', 'Locador', 120, 'María José Güell Peña'), personal: true },
    dni,
    { ...createRucField('ruc', 'RUC del locador', '10456789019'), personal: true },
    {
      key: 'servicio',
      label: 'Servicio contratado',
      type: 'longText',
      required: true,
      max: 2000,
      example: 'El diseño del manual de procesos.',
    },
    {
      key: 'retribucion',
      label: 'Retribución total',
      type: 'money',
      currency: 'PEN',
      required: true,
      min: 1,
      example: '12000',
    },
    createChoiceField(
      'forma_pago',
      'Forma de pago',
      ['en un solo pago, a la conformidad del servicio', 'en armadas mensuales iguales', 'por entregables aprobados'],
      'por entregables aprobados',
    ),
    ...periodFields,
    city,
    dateField,
    createInWordsField('retribucion', 'Retribución en letras'),
  ],
  body: `# CONTRATO DE LOCACIÓN DE SERVICIOS

Conste por el presente documento el contrato que celebran **{{comitente}}**, con RUC {{comitente_ruc}}, representada por {{representante}}, en adelante EL COMITENTE, y **{{locador}}**, con DNI N.º {{dni}} y RUC {{ruc}}, en adelante EL LOCADOR, en los términos siguientes:

**{{cláusula}}. Objeto.** Al amparo del artículo 1764 del Código Civil, EL LOCADOR se obliga, sin estar subordinado a EL COMITENTE, a prestar el siguiente servicio: {{servicio}}

**{{cláusula}}. Retribución.** EL COMITENTE pagará {{retribucion|moneda}} ({{retribucion_en_letras}}), {{forma_pago}}, previa presentación del recibo por honorarios electrónico y con la retención del impuesto a la renta que corresponda.

**{{cláusula}}. Plazo.** El servicio se presta desde el {{fecha_inicio|largo}} hasta el {{fecha_fin|largo}}.

**{{cláusula}}. Naturaleza civil.** EL LOCADOR presta el servicio con autonomía, sin horario ni exclusividad. Este contrato no genera vínculo laboral.

**{{cláusula}}. Confidencialidad.** EL LOCADOR guarda reserva sobre la información y los datos personales que conozca con ocasión del servicio.

**{{cláusula}}. Resolución.** El contrato se resuelve por incumplimiento de una de las partes, conforme al artículo 1429 del Código Civil, o por mutuo acuerdo.

**{{cláusula}}. Competencia.** Las controversias se someten a los jueces de {{ciudad}}.

{{#sin partir}}
Se suscribe en dos ejemplares, en {{ciudad}}, el {{fecha|largo}}.

{{#aquí firma}}
{{representante}}
EL COMITENTE
{{/aquí firma}}
{{#aquí firma}}
{{locador}}
DNI N.º {{dni}}
EL LOCADOR
{{/aquí firma}}
{{/sin partir}}`,
  paper: { date: 'fecha', country: 'PE' },
}

const ordenDeCompra: FormatInput = {
  code: 'OCPE',
  name: 'Orden de compra (Perú)',
  description: 'Para pedir bienes a un proveedor. El IGV y el total se calculan solos.',
  category: 'Compras',
  requiresReview: true,
  fields: [
    createTextField('proveedor', 'Proveedor', 160, 'Papelera Andina S. A. C.'),
    createRucField('proveedor_ruc', 'RUC del proveedor', '20601234565'),
    dateField,
    deliveryField,
    createTextField('lugar_entrega', 'Lugar de entrega', 160, 'Av. Argentina 2450, Lima'),
    createChoiceField(
      'condicion_pago',
      'Condición de pago',
      ['contado', 'factura a 30 días', 'factura a 60 días'],
      'factura a 30 días',
    ),
    {
      key: 'items',
      label: 'Ítems',
      type: 'table',
      required: true,
      min: 1,
      max: 100,
      columns: [
        { key: 'descripcion', label: 'Descripción', type: 'text', required: true, max: 200, example: 'Papel bond A4' },
        { key: 'unidad', label: 'Unidad', type: 'text', required: true, max: 20, example: 'millar' },
        quantityColumn,
        createPriceColumn('Precio unitario sin IGV', 'PEN', '25'),
        { key: 'importe', label: 'Importe', type: 'computed', decimals: 2, formula: 'cantidad * precio' },
      ],
    },
    { key: 'valor_venta', label: 'Valor de venta', type: 'computed', currency: 'PEN', formula: 'suma(items.importe)' },
    { key: 'igv', label: 'IGV', type: 'computed', currency: 'PEN', formula: 'valor_venta * 18 / 100' },
    { key: 'total', label: 'Total', type: 'computed', currency: 'PEN', formula: 'valor_venta + igv' },
    createInWordsField('total', 'Total en letras'),
  ],
  body: `# ORDEN DE COMPRA

**Proveedor:** {{proveedor}}
**RUC:** {{proveedor_ruc}}
**Fecha:** {{fecha|largo}}
**Entrega:** {{fecha_entrega|largo}}, en {{lugar_entrega}}
**Condición de pago:** {{condicion_pago}}

{{columnas: 40, 12, 12, 18, 18}}
| Descripción | Unidad | Cantidad | Precio unitario | Importe |
{{#items}}
| {{descripcion}} | {{unidad}} | {{cantidad}} | {{precio}} | {{importe}} |
{{/items}}
| **Valor de venta** | | | | {{valor_venta}} |
| **IGV (18 %)** | | | | {{igv}} |
| **Total** | | | | **{{total}}** |

**Son:** {{total_en_letras}}

La factura electrónica y la guía de remisión deben citar el número de esta orden.`,
  signatures: [{ by: 'approver', caption: 'Aprueba' }],
  paper: { date: 'fecha', country: 'PE' },
}

export const peruvianFormats: readonly FormatInput[] = [certificadoDeTrabajo, locacionDeServicios, ordenDeCompra]
