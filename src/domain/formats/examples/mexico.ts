import type { Field } from '../../fields/field.ts'
import type { FormatInput } from '../format.ts'
import { createCityField, dateField, endField, nameField, positionField, startField } from './common.ts'

const city = createCityField('Ciudad de México')
const curp: Field = {
  key: 'curp',
  label: 'CURP',
  type: 'idDocument',
  required: true,
  kinds: ['CURP'],
  example: 'HEGG560427MVZRRL04',
  personal: true,
}
const createRfcField = (key: string, label: string, example: string): Field => ({
  key,
  label,
  type: 'idDocument',
  required: true,
  kinds: ['RFC'],
  help: 'Con homoclave.',
  example,
})

const constanciaLaboral: FormatInput = {
  code: 'CLMX',
  name: 'Constancia laboral (México)',
  description: 'Para acreditar el puesto, la antigüedad y, si se pide, el salario de una persona trabajadora.',
  category: 'Recursos humanos',
  requiresReview: true,
  fields: [
    nameField,
    createRfcField('rfc', 'RFC', 'HEGG560427MV2'),
    curp,
    {
      key: 'nss',
      label: 'Número de seguridad social',
      type: 'text',
      pattern: '[0-9]{11}',
      help: 'Once dígitos del IMSS.',
      example: '12345678903',
      personal: true,
    },
    positionField,
    startField,
    {
      key: 'tipo_contrato',
      label: 'Tipo de relación de trabajo',
      type: 'choice',
      required: true,
      options: [
        { value: 'por tiempo indeterminado' },
        { value: 'por tiempo determinado' },
        { value: 'por obra determinada' },
      ],
      example: 'por tiempo indeterminado',
    },
    { key: 'incluir_salario', label: 'Incluir el salario', type: 'boolean', required: true, example: 'Sí' },
    {
      key: 'salario_mensual',
      label: 'Salario mensual bruto',
      type: 'money',
      currency: 'MXN',
      min: 1,
      example: '18500',
      personal: true,
      visibleIf: { key: 'incluir_salario', equals: true },
      requiredIf: { key: 'incluir_salario', equals: true },
    },
    { key: 'dirigido_a', label: 'Dirigido a', type: 'text', max: 160, example: 'A quien corresponda' },
    city,
    dateField,
    {
      key: 'salario_en_letras',
      label: 'Salario en letras',
      type: 'computed',
      formula: 'enLetras(salario_mensual)',
      visibleIf: { key: 'incluir_salario', equals: true },
    },
  ],
  body: `# CONSTANCIA LABORAL

{{#dirigido_a}}**{{dirigido_a}}**

{{/dirigido_a}}{{organización}} hace constar que **{{nombre}}**, con RFC {{rfc}} y CURP {{curp}}{{#nss}}, con número de seguridad social {{nss}}{{/nss}}, presta sus servicios desde el {{fecha_ingreso|largo}} en el puesto de **{{puesto}}**, con una relación de trabajo {{tipo_contrato}}{{#incluir_salario}} y un salario mensual bruto de {{salario_mensual|moneda}} ({{salario_en_letras}}){{/incluir_salario}}.

Se expide a petición de la persona interesada, conforme al artículo 132, fracción VIII, de la Ley Federal del Trabajo, en {{ciudad}}, el {{fecha|largo}}.`,
  signatures: [{ by: 'organisation' }],
  paper: { date: 'fecha', country: 'MX' },
}

const cartaDeRenuncia: FormatInput = {
  code: 'REMX',
  name: 'Carta de renuncia (México)',
  description: 'Para terminar de manera voluntaria la relación de trabajo.',
  category: 'Recursos humanos',
  requiresReview: true,
  fields: [
    {
      key: 'empresa',
      label: 'Empresa',
      type: 'text',
      required: true,
      max: 160,
      from: 'organisation.name',
      example: 'Servicios del Golfo, S. A. de C. V.',
    },
    { ...nameField, from: 'profile.name' },
    curp,
    positionField,
    startField,
    endField,
    {
      key: 'agradecimiento',
      label: 'Agradecimiento o comentario',
      type: 'longText',
      max: 600,
      example: 'Agradezco la confianza y lo aprendido.',
    },
    city,
    dateField,
  ],
  body: `# CARTA DE RENUNCIA

{{a la derecha}}{{ciudad}}, {{fecha|largo}}

**{{empresa}}**
Presente

Por este conducto comunico mi decisión de dar por terminada, de manera voluntaria y por así convenir a mis intereses, la relación de trabajo que inició el {{fecha_ingreso|largo}}, en la que desempeñé el puesto de **{{puesto}}**. Mi último día de trabajo será el {{fecha_fin|largo}}. Lo anterior, con fundamento en el artículo 53, fracción I, de la Ley Federal del Trabajo.

Esta renuncia no implica la renuncia a los salarios devengados ni a las partes proporcionales de aguinaldo, vacaciones y prima vacacional, ni a las demás prestaciones que me correspondan conforme a la ley.

{{#agradecimiento}}{{agradecimiento}}

{{/agradecimiento}}Atentamente,

{{#aquí firma}}
{{nombre}}
CURP {{curp}}
{{/aquí firma}}`,
  paper: { date: 'fecha', country: 'MX' },
}

const serviciosProfesionales: FormatInput = {
  code: 'SPMX',
  name: 'Contrato de servicios profesionales (México)',
  description: 'Para contratar servicios profesionales independientes, que se pagan por honorarios.',
  category: 'Contratación',
  requiresReview: true,
  fields: [
    {
      key: 'cliente',
      label: 'Cliente',
      type: 'text',
      required: true,
      max: 160,
      from: 'organisation.name',
      example: 'Servicios del Golfo, S. A. de C. V.',
    },
    createRfcField('cliente_rfc', 'RFC del cliente', 'SAT970701NN3'),
    {
      key: 'representante',
      label: 'Representante legal del cliente',
      type: 'text',
      required: true,
      max: 120,
      example: 'Nubia Ibáñez Rey',
      personal: true,
    },
    {
      key: 'profesionista',
      label: 'Profesionista',
      type: 'text',
      required: true,
      max: 120,
      example: 'María José Güell Peña',
      personal: true,
    },
    { ...createRfcField('rfc', 'RFC del profesionista', 'HEGG560427MV2'), personal: true },
    {
      key: 'cedula_profesional',
      label: 'Cédula profesional',
      type: 'text',
      max: 20,
      help: 'Si el servicio la requiere.',
      example: '12345678',
    },
    {
      key: 'objeto',
      label: 'Servicios contratados',
      type: 'longText',
      required: true,
      max: 2000,
      example: 'La auditoría de los estados financieros de 2026.',
    },
    {
      key: 'honorarios',
      label: 'Honorarios sin IVA',
      type: 'money',
      currency: 'MXN',
      required: true,
      min: 1,
      example: '60000',
    },
    {
      key: 'forma_pago',
      label: 'Forma de pago',
      type: 'choice',
      required: true,
      options: [
        { value: 'en una sola exhibición, al recibir los servicios' },
        { value: 'en mensualidades iguales' },
        { value: '50 % al inicio y 50 % al recibir los servicios' },
      ],
      example: 'en mensualidades iguales',
    },
    { key: 'fecha_inicio', label: 'Inicio', type: 'date', required: true, example: '01/12/2026' },
    { key: 'fecha_fin', label: 'Fin', type: 'date', required: true, min: '@fecha_inicio', example: '31/05/2027' },
    city,
    dateField,
    { key: 'honorarios_en_letras', label: 'Honorarios en letras', type: 'computed', formula: 'enLetras(honorarios)' },
  ],
  body: `# CONTRATO DE PRESTACIÓN DE SERVICIOS PROFESIONALES

Que celebran **{{cliente}}**, con RFC {{cliente_rfc}}, representada por {{representante}}, en adelante EL CLIENTE, y **{{profesionista}}**, con RFC {{rfc}}{{#cedula_profesional}} y cédula profesional {{cedula_profesional}}{{/cedula_profesional}}, en adelante EL PROFESIONISTA, conforme a las siguientes cláusulas:

**{{cláusula}}. Objeto.** EL PROFESIONISTA se obliga a prestar a EL CLIENTE los siguientes servicios profesionales: {{objeto}}

**{{cláusula}}. Honorarios.** EL CLIENTE pagará honorarios por {{honorarios|moneda}} ({{honorarios_en_letras}}), más el impuesto al valor agregado y menos las retenciones que procedan, {{forma_pago}}, contra la entrega del comprobante fiscal digital (CFDI) correspondiente.

**{{cláusula}}. Vigencia.** El contrato inicia el {{fecha_inicio|largo}} y termina el {{fecha_fin|largo}}.

**{{cláusula}}. Independencia.** EL PROFESIONISTA presta los servicios con elementos propios y sin subordinación. Las partes se rigen por los artículos 2606 a 2615 del Código Civil Federal y los correlativos de la entidad; entre ellas no existe relación de trabajo.

**{{cláusula}}. Confidencialidad.** EL PROFESIONISTA guardará reserva sobre la información que conozca y los datos personales que trate por encargo de EL CLIENTE, durante el contrato y después de él.

**{{cláusula}}. Terminación.** Cualquiera de las partes podrá darlo por terminado con aviso por escrito de treinta (30) días; EL CLIENTE pagará los servicios prestados hasta entonces.

**{{cláusula}}. Jurisdicción.** Para su interpretación y cumplimiento, las partes se someten a los tribunales competentes de {{ciudad}}.

{{#sin partir}}
Leído el contrato, se firma por duplicado en {{ciudad}}, el {{fecha|largo}}.

{{#aquí firma}}
{{representante}}
EL CLIENTE
{{/aquí firma}}
{{#aquí firma}}
{{profesionista}}
EL PROFESIONISTA
{{/aquí firma}}
{{/sin partir}}`,
  paper: { date: 'fecha', country: 'MX' },
}

export const mexicanFormats: readonly FormatInput[] = [constanciaLaboral, cartaDeRenuncia, serviciosProfesionales]
