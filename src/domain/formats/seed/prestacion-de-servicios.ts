import type { FormatInput } from '../format.ts'
import {
  createDateField,
  createOptionalTextField,
  createOptions,
  createRepresentativeIdFields,
  createTextField,
  idDocumentKindOptions,
} from './parts.ts'

const isCompany = { key: 'tipo_documento', equals: 'NIT' }

export const prestacionDeServicios: FormatInput = {
  code: 'CPS',
  name: 'Contrato de prestación de servicios',
  aliases: 'CPS, contrato de servicios, contrato de honorarios, OPS, orden de prestación de servicios',
  description:
    'Para contratar a una persona o empresa independiente, con sus obligaciones, el valor y la forma de pago.',
  category: 'Jurídica',
  requiresReview: true,
  fields: [
    createTextField('contratista', 'Contratista', 160, 'Íñigo Núñez Peña', {
      aliases: ['nombre del contratista', 'nombre'],
      personal: true,
    }),
    {
      key: 'tipo_documento',
      label: 'Contratista: tipo de documento',
      type: 'choice',
      required: true,
      options: [
        idDocumentKindOptions.CC,
        idDocumentKindOptions.CE,
        idDocumentKindOptions.PA,
        idDocumentKindOptions.NIT,
      ],
      example: 'CC',
      aliases: ['tipo doc', 'tipo de identificación'],
    },
    {
      key: 'numero_documento',
      label: 'Contratista: número de documento',
      type: 'idDocument',
      required: true,
      kinds: ['CC', 'CE', 'PA', 'NIT'],
      kindFrom: 'tipo_documento',
      example: '1020304050',
      aliases: ['cédula', 'identificación', 'documento'],
      personal: true,
    },
    createOptionalTextField('representante_contratista', 'Contratista: representante legal', 120, 'Ana Muñoz Güell', {
      help: 'Quien firma por una empresa contratista.',
      visibleIf: isCompany,
      personal: true,
    }),
    ...createRepresentativeIdFields(
      'representante_contratista',
      { kind: 'Contratista: tipo de documento del representante', number: 'Contratista: documento del representante' },
      { visibleIf: isCompany, example: '52345678' },
    ),
    createOptionalTextField('direccion', 'Dirección del contratista', 160, 'Calle 45 N.º 13-20', { personal: true }),
    {
      key: 'correo',
      label: 'Correo del contratista',
      type: 'email',
      required: true,
      example: 'inigo@ejemplo.com',
      personal: true,
    },
    {
      key: 'telefono',
      label: 'Teléfono del contratista',
      type: 'phone',
      example: '300 123 4567',
      aliases: ['celular'],
      personal: true,
    },
    createTextField('contratante', 'Contratante', 160, 'Comercial Andina S. A. S.', {
      help: 'Razón social.',
      aliases: ['empresa', 'razón social del contratante'],
    }),
    {
      key: 'contratante_nit',
      label: 'Contratante: NIT',
      type: 'idDocument',
      required: true,
      kinds: ['NIT'],
      example: '900123456-8',
      aliases: ['NIT', 'NIT contratante'],
    },
    createTextField('representante', 'Representante legal', 120, 'Nubia Ibáñez Rey', {
      help: 'Quien firma por el contratante.',
      personal: true,
    }),
    ...createRepresentativeIdFields(
      'representante',
      { kind: 'Representante: tipo de documento', number: 'Cédula del representante' },
      { required: true, example: '51765432' },
    ),
    {
      key: 'objeto',
      label: 'Objeto',
      type: 'longText',
      required: true,
      max: 2000,
      help: 'El servicio que se contrata, empezando por un verbo.',
      example: 'prestar sus servicios profesionales de diseño gráfico para las campañas del contratante.',
    },
    {
      key: 'obligaciones',
      label: 'Obligaciones',
      type: 'table',
      required: true,
      min: 1,
      max: 30,
      columns: [
        createTextField('descripcion', 'Obligación', 400, 'Entregar las piezas en formato editable.'),
        createOptionalTextField('entregable', 'Entregable', 160, 'Archivos fuente'),
      ],
    },
    createTextField('lugar', 'Lugar de ejecución', 80, 'Bogotá D. C.'),
    {
      key: 'valor_total',
      label: 'Valor total',
      type: 'money',
      currency: 'COP',
      required: true,
      min: '0.01',
      example: '$ 24.000.000,00',
      aliases: ['valor', 'honorarios', 'valor del contrato'],
    },
    {
      key: 'forma_pago',
      label: 'Forma de pago',
      type: 'choice',
      required: true,
      options: [
        { value: 'mensual', aliases: ['mensualidades', 'cuotas mensuales'] },
        ...createOptions('pago único', 'contra entrega'),
      ],
      example: 'mensual',
    },
    {
      key: 'numero_cuotas',
      label: 'Número de cuotas',
      type: 'integer',
      min: 1,
      max: 120,
      visibleIf: { key: 'forma_pago', equals: 'mensual' },
      requiredIf: { key: 'forma_pago', equals: 'mensual' },
      example: '8',
      aliases: ['cuotas'],
    },
    createDateField('fecha_inicio', 'Fecha de inicio', '01/12/2026', { aliases: ['inicio', 'desde'] }),
    createDateField('fecha_fin', 'Fecha de terminación', '31/07/2027', {
      min: '@fecha_inicio+1',
      help: 'Posterior a la de inicio.',
      aliases: ['fin', 'hasta', 'terminación'],
    }),
    createTextField('supervisor', 'Supervisor', 120, 'Jefe de Mercadeo', { help: 'Nombre y cargo.' }),
    { key: 'confidencialidad', label: 'Cláusula de confidencialidad', type: 'boolean', required: true, example: 'Sí' },
    {
      key: 'propiedad_intelectual',
      label: 'Cláusula de propiedad intelectual',
      type: 'boolean',
      required: true,
      example: 'Sí',
    },
    { key: 'clausula_penal', label: 'Cláusula penal', type: 'boolean', required: true, example: 'Sí' },
    {
      key: 'porcentaje_penal',
      label: 'Porcentaje de la cláusula penal',
      type: 'percent',
      min: '0.01',
      max: 100,
      visibleIf: { key: 'clausula_penal', equals: true },
      requiredIf: { key: 'clausula_penal', equals: true },
      example: '10 %',
    },
    createTextField('ciudad', 'Ciudad de firma', 80, 'Bogotá D. C.'),
    createDateField('fecha_firma', 'Fecha de firma', '20/11/2026', { max: '@fecha_inicio', aliases: ['fecha'] }),
    { key: 'valor_en_letras', label: 'Valor en letras', type: 'computed', formula: 'enLetras(valor_total)' },
    {
      key: 'valor_cuota',
      label: 'Valor de cada cuota',
      type: 'computed',
      currency: 'COP',
      formula: 'valor_total / numero_cuotas',
    },
    {
      key: 'plazo_en_dias',
      label: 'Plazo en días',
      type: 'computed',
      help: 'Cuenta el primer día y el último.',
      formula: 'diasEntre(fecha_inicio, fecha_fin) + 1',
    },
  ],
  body: `# CONTRATO DE PRESTACIÓN DE SERVICIOS

Entre **{{contratante}}**, con NIT {{contratante_nit}}, que actúa por medio de su representante legal, {{representante}}, con {{representante_documento|documento}}, en adelante EL CONTRATANTE, y **{{contratista}}**, con {{numero_documento|documento}}{{#representante_contratista}}, que actúa por medio de su representante legal, {{representante_contratista}}{{#representante_contratista_documento}}, con {{representante_contratista_documento|documento}}{{/representante_contratista_documento}}{{/representante_contratista}}{{#direccion}}, con domicilio en {{direccion}}{{/direccion}}, correo {{correo}}{{#telefono}} y teléfono {{telefono}}{{/telefono}}, en adelante EL CONTRATISTA, se celebra este contrato, que se rige por las siguientes cláusulas:

**{{cláusula}}. Objeto.** EL CONTRATISTA se obliga a {{objeto}}

**{{cláusula}}. Obligaciones del contratista.** Además de las que nacen de la naturaleza del contrato, EL CONTRATISTA se obliga a:

{{#obligaciones}}
{{a)}} {{descripcion}}{{#entregable}} Entregable: {{entregable}}.{{/entregable}}
{{/obligaciones}}

**{{cláusula}}. Obligaciones del contratante.** EL CONTRATANTE se obliga a pagar el valor del contrato en la forma convenida, a entregar a tiempo la información que EL CONTRATISTA necesite y a recibir lo contratado cuando cumpla lo pactado.

**{{cláusula}}. Valor.** El valor total es de **{{valor_en_letras}}** ({{valor_total|moneda}}), incluidos los impuestos a que haya lugar.

**{{cláusula}}. Forma de pago.** {{#si forma_pago = "mensual"}}EL CONTRATANTE pagará {{numero_cuotas|letras una cuota mensual/cuotas mensuales}}{{#si numero_cuotas > 1}}, cada una de {{valor_cuota|moneda}}; la última ajusta la diferencia por redondeo{{/si}}.{{sino si forma_pago = "pago único"}}EL CONTRATANTE hará un pago único, al terminar el plazo y recibir a satisfacción lo contratado.{{sino}}EL CONTRATANTE pagará {{forma_pago}} de lo contratado, recibido a satisfacción.{{/si}} Cada pago se hace previa cuenta de cobro o factura, constancia de aportes a la seguridad social y visto bueno de la supervisión.

**{{cláusula}}. Plazo y lugar.** El contrato se ejecuta en {{lugar}}, desde el {{fecha_inicio|largo}} hasta el {{fecha_fin|largo}}, es decir, durante {{plazo_en_dias|letras un día calendario/días calendario}}.

**{{cláusula}}. Supervisión.** Ejerce la supervisión, por EL CONTRATANTE: {{supervisor}}.

**{{cláusula}}. Independencia.** EL CONTRATISTA actúa con autonomía técnica y administrativa y por su propia cuenta y riesgo; este contrato no genera relación laboral entre las partes{{#si tipo_documento = "NIT"}} ni entre EL CONTRATANTE y las personas que EL CONTRATISTA emplee{{/si}}.

{{#confidencialidad}}
**{{cláusula}}. Confidencialidad.** EL CONTRATISTA guardará reserva sobre la información que conozca, durante el contrato y dos (2) años más.

{{/confidencialidad}}
{{#propiedad_intelectual}}
**{{cláusula}}. Propiedad intelectual.** Los derechos patrimoniales sobre lo que resulte de este contrato pertenecen a EL CONTRATANTE, sin perjuicio de los derechos morales de autor.

{{/propiedad_intelectual}}
{{#clausula_penal}}
**{{cláusula}}. Cláusula penal.** El incumplimiento de una de las partes dará lugar al pago, a favor de la otra, del {{porcentaje_penal}} del valor total del contrato.

{{/clausula_penal}}
**{{cláusula}}. Cesión y modificaciones.** Ninguna de las partes cederá este contrato sin autorización escrita de la otra; toda modificación constará por escrito, con la firma de ambas.

**{{cláusula}}. Terminación.** El contrato termina al vencer el plazo o al cumplirse el objeto, por acuerdo de las partes o por incumplimiento de una de ellas, avisado por escrito por la otra.

**{{cláusula}}. Domicilio y solución de controversias.** El domicilio contractual, para todos los efectos, es la ciudad de {{ciudad}}; las diferencias se resolverán primero por arreglo directo; si en treinta (30) días no lo hay, por conciliación ante un centro autorizado y, de no lograrse, ante los jueces competentes de ese domicilio.

{{#sin partir}}
Se firma en {{ciudad}}, el {{fecha_firma|letras}}, en dos ejemplares del mismo tenor.

{{#aquí firma}}
{{representante}}
{{representante_documento|Documento}}
Representante legal de {{contratante}}
EL CONTRATANTE
{{/aquí firma}}
{{#aquí firma}}
{{#si vacío(representante_contratista)}}
{{contratista}}
{{numero_documento|Documento}}
{{sino}}
{{representante_contratista}}
{{representante_contratista_documento|Documento}}
Representante legal de {{contratista}}
{{/si}}
EL CONTRATISTA
{{/aquí firma}}
{{/sin partir}}`,
  paper: { date: 'fecha_firma' },
}
