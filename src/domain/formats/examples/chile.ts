import type { Field } from '../../fields/field.ts'
import type { FormatInput } from '../format.ts'
import { createChoiceField, createOptionalTextField } from '../seed/parts.ts'
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
  startField,
} from './common.ts'

const city = createCityField('Santiago')
const createRutField = (key: string, label: string, example: string): Field => ({
  ...createIdField('RUT', key, label, example),
  help: 'Con dígito verificador.',
})
const rut: Field = { ...createRutField('rut', 'RUT', '12345678-5'), personal: true }
const position: Field = createPositionField('cargo', 'Cargo')

const certificadoDeAntiguedad: FormatInput = {
  code: 'CACL',
  name: 'Certificado de antigüedad laboral (Chile)',
  description: 'Para acreditar el cargo, la antigüedad y, si se pide, la renta de una persona trabajadora.',
  category: 'Recursos humanos',
  requiresReview: true,
  fields: [
    nameField,
    rut,
    position,
    startField,
    createChoiceField(
      'tipo_contrato',
      'Tipo de contrato',
      ['indefinido', 'a plazo fijo', 'por obra o faena'],
      'indefinido',
    ),
    ...createPayFields(
      { key: 'incluir_renta', label: 'Incluir la renta' },
      { key: 'renta', label: 'Remuneración bruta mensual', currency: 'CLP', example: '950000' },
    ),
    createRutField('empleador_rut', 'RUT del empleador', '76123456-0'),
    city,
    dateField,
    createInWordsField('renta', 'Remuneración en letras', { visibleIf: { key: 'incluir_renta', equals: true } }),
  ],
  body: `# CERTIFICADO DE ANTIGÜEDAD LABORAL

{{organización}}, RUT {{empleador_rut}}, certifica que **{{nombre}}**, RUT {{rut}}, trabaja en la empresa desde el {{fecha_ingreso|largo}}, con contrato {{tipo_contrato}}, en el cargo de **{{cargo}}**{{#incluir_renta}}, con una remuneración bruta mensual de {{renta|moneda}} ({{renta_en_letras}}){{/incluir_renta}}.

Se extiende a petición de la persona interesada, para los fines que estime convenientes, en {{ciudad}}, a {{fecha|largo}}.`,
  signatures: [{ by: 'organisation' }],
  paper: { date: 'fecha', country: 'CL' },
}

const finiquito: FormatInput = {
  code: 'FICL',
  name: 'Finiquito de contrato de trabajo (Chile)',
  description: 'Para dejar constancia del término de un contrato de trabajo y de lo que se paga por él.',
  category: 'Recursos humanos',
  requiresReview: true,
  fields: [
    createOrganisationField('empleador', 'Empleador', 'Comercial Los Andes SpA'),
    createRutField('empleador_rut', 'RUT del empleador', '76123456-0'),
    createRepresentativeField('Representante del empleador'),
    nameField,
    rut,
    position,
    startField,
    endField,
    createChoiceField(
      'causal',
      'Causal de término',
      [
        'artículo 159 N.º 1, mutuo acuerdo de las partes',
        'artículo 159 N.º 2, renuncia del trabajador',
        'artículo 159 N.º 4, vencimiento del plazo convenido',
        'artículo 159 N.º 5, conclusión del trabajo o servicio',
        'artículo 161, necesidades de la empresa',
      ],
      'artículo 159 N.º 2, renuncia del trabajador',
    ),
    {
      key: 'haberes',
      label: 'Haberes',
      type: 'table',
      required: true,
      min: 1,
      max: 20,
      columns: [
        { key: 'concepto', label: 'Concepto', type: 'text', required: true, max: 120, example: 'Feriado proporcional' },
        { key: 'monto', label: 'Monto', type: 'money', currency: 'CLP', required: true, min: 0, example: '420000' },
      ],
    },
    { key: 'descuentos', label: 'Descuentos', type: 'money', currency: 'CLP', required: true, min: 0, example: '0' },
    createOptionalTextField('reserva', 'Reserva de derechos', 400, 'El recargo del aporte al seguro de cesantía.', {
      help: 'Lo que la persona reserva, si lo hay.',
    }),
    city,
    dateField,
    {
      key: 'total',
      label: 'Total a pagar',
      type: 'computed',
      currency: 'CLP',
      formula: 'suma(haberes.monto) - descuentos',
    },
    createInWordsField('total', 'Total en letras'),
  ],
  body: `# FINIQUITO DE CONTRATO DE TRABAJO

En {{ciudad}}, a {{fecha|largo}}, entre **{{empleador}}**, RUT {{empleador_rut}}, representada por {{representante}}, en adelante el empleador, y **{{nombre}}**, RUT {{rut}}, en adelante el trabajador, se deja constancia de lo siguiente:

**{{cláusula}}.** El trabajador prestó servicios al empleador desde el {{fecha_ingreso|largo}} hasta el {{fecha_fin|largo}}, en el cargo de {{cargo}}. El contrato terminó por la causal del Código del Trabajo: {{causal}}.

**{{cláusula}}.** El empleador paga al trabajador los siguientes haberes:

{{columnas: 70, 30}}
| Concepto | Monto |
{{#haberes}}
| {{concepto}} | {{monto}} |
{{/haberes}}
| **Descuentos** | {{descuentos}} |
| **Total a pagar** | **{{total}}** |

**Son:** {{total_en_letras}}.

**{{cláusula}}.** El trabajador declara haber recibido los haberes indicados y que las cotizaciones previsionales se encuentran pagadas hasta el último día del mes anterior al término del contrato.

**{{cláusula}}.** {{#si no vacío(reserva)}}El trabajador otorga finiquito al empleador, con la siguiente reserva de derechos: {{reserva}}{{sino}}El trabajador otorga al empleador el más amplio finiquito respecto de la relación laboral que terminó.{{/si}}

{{#sin partir}}
Este finiquito se firma en tres ejemplares y lo ratifica el trabajador ante un ministro de fe, conforme al artículo 177 del Código del Trabajo.

{{#aquí firma}}
{{representante}}
Por el empleador
{{/aquí firma}}
{{#aquí firma}}
{{nombre}}
RUT {{rut}}
Trabajador
{{/aquí firma}}
{{#aquí firma}}
Ministro de fe
{{/aquí firma}}
{{/sin partir}}`,
  paper: { date: 'fecha', country: 'CL' },
}

export const chileanFormats: readonly FormatInput[] = [certificadoDeAntiguedad, finiquito]
