import type { Field } from '../../fields/field.ts'
import type { FormatInput } from '../format.ts'
import { createChoiceField, createOptionalTextField, createTextField } from '../seed/parts.ts'
import {
  createCityField,
  createIdField,
  createInWordsField,
  createOrganisationField,
  createPayFields,
  createPositionField,
  createRepresentativeField,
  dateField,
  endField,
  nameField,
  periodFields,
  startField,
} from './common.ts'

const city = createCityField('Ciudad de México')
const curp: Field = {
  ...createIdField('CURP', 'curp', 'CURP', 'HEGG560427MVZRRL04'),
  personal: true,
}
const createRfcField = (key: string, label: string, example: string): Field => ({
  ...createIdField('RFC', key, label, example),
  help: 'Con homoclave.',
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
    createPositionField('puesto', 'Puesto'),
    startField,
    createChoiceField(
      'tipo_contrato',
      'Tipo de relación de trabajo',
      ['por tiempo indeterminado', 'por tiempo determinado', 'por obra determinada'],
      'por tiempo indeterminado',
    ),
    ...createPayFields(
      { key: 'incluir_salario', label: 'Incluir el salario' },
      { key: 'salario_mensual', label: 'Salario mensual bruto', currency: 'MXN', example: '18500' },
    ),
    createOptionalTextField('dirigido_a', 'Dirigido a', 160, 'A quien corresponda'),
    city,
    dateField,
    {
      ...createInWordsField('salario_mensual', 'Salario en letras', {
        visibleIf: { key: 'incluir_salario', equals: true },
      }),
      key: 'salario_en_letras',
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
    createOrganisationField('empresa', 'Empresa', 'Servicios del Golfo, S. A. de C. V.'),
    { ...nameField, from: 'profile.name' },
    curp,
    createPositionField('puesto', 'Puesto'),
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
    createOrganisationField('cliente', 'Cliente', 'Servicios del Golfo, S. A. de C. V.'),
    createRfcField('cliente_rfc', 'RFC del cliente', 'SAT970701NN3'),
    createRepresentativeField('Representante legal del cliente'),
    { ...createTextField('profesionista', 'Profesionista', 120, 'María José Güell Peña'), personal: true },
    { ...createRfcField('rfc', 'RFC del profesionista', 'HEGG560427MV2'), personal: true },
    createOptionalTextField('cedula_profesional', 'Cédula profesional', 20, '12345678', {
      help: 'Si el servicio la requiere.',
    }),
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
    createChoiceField(
      'forma_pago',
      'Forma de pago',
      [
        'en una sola exhibición, al recibir los servicios',
        'en mensualidades iguales',
        '50 % al inicio y 50 % al recibir los servicios',
      ],
      'en mensualidades iguales',
    ),
    ...periodFields,
    city,
    dateField,
    createInWordsField('honorarios', 'Honorarios en letras'),
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
