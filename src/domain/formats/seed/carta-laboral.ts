import type { FormatInput } from '../format.ts'
import {
  createDateField,
  createIdDocumentFields,
  createOptionalTextField,
  createTextField,
  employeeNameField,
  issueDateField,
  positionField,
} from './parts.ts'

export const cartaLaboral: FormatInput = {
  code: 'CL',
  name: 'Carta laboral',
  aliases:
    'Certificado laboral, certificado de trabajo, certificación laboral, constancia laboral, constancia de trabajo, carta de trabajo',
  description:
    'Para demostrar ante un banco, una embajada u otra entidad el cargo, el contrato y la antigüedad de una persona. Puede incluir el salario.',
  category: 'Recursos humanos',
  requiresReview: true,
  fields: [
    employeeNameField,
    ...createIdDocumentFields(['CC', 'CE', 'PA'], {
      kind: { help: 'CC: cédula de ciudadanía. CE: cédula de extranjería. PA: pasaporte.' },
      number: { help: 'Con los ceros a la izquierda que tenga.' },
    }),
    createOptionalTextField('expedido_en', 'Expedido en', 80, 'Bogotá D. C.', {
      help: 'Ciudad donde se expidió el documento de identidad.',
      aliases: ['lugar de expedición'],
    }),
    positionField,
    {
      key: 'tipo_contrato',
      label: 'Tipo de contrato',
      type: 'choice',
      required: true,
      options: [
        { value: 'término indefinido', aliases: ['indefinido'] },
        { value: 'término fijo', aliases: ['fijo'] },
        { value: 'obra o labor', aliases: ['obra labor'] },
        { value: 'aprendizaje' },
      ],
      example: 'término indefinido',
      aliases: ['contrato'],
    },
    createDateField('fecha_ingreso', 'Fecha de ingreso', '03/02/2020', {
      max: 'today',
      aliases: ['ingreso', 'fecha de vinculación'],
    }),
    {
      key: 'incluir_salario',
      label: 'Incluir salario',
      type: 'boolean',
      required: true,
      help: 'Si la carta debe decir cuánto gana.',
      example: 'Sí',
    },
    {
      key: 'salario_mensual',
      label: 'Salario mensual',
      type: 'money',
      currency: 'COP',
      min: '0.01',
      visibleIf: { key: 'incluir_salario', equals: true },
      requiredIf: { key: 'incluir_salario', equals: true },
      example: '$ 2.500.000,00',
      aliases: ['salario', 'sueldo', 'asignación'],
      personal: true,
    },
    createOptionalTextField('dirigido_a', 'Dirigido a', 160, 'A quien interese', {
      help: 'A quién se presenta la carta.',
      aliases: ['destinatario'],
    }),
    createTextField('ciudad_expedicion', 'Ciudad de expedición', 80, 'Bogotá D. C.', {
      aliases: ['ciudad'],
      fillIfMissing: true,
    }),
    issueDateField,
    { key: 'salario_en_letras', label: 'Salario en letras', type: 'computed', formula: 'enLetras(salario_mensual)' },
  ],
  body: `# CERTIFICACIÓN LABORAL

{{dirigido_a}}

**{{organización}}** hace constar que **{{nombre_completo}}**, con {{numero_documento|documento}}{{#expedido_en}} de {{expedido_en}}{{/expedido_en}}, labora en esta entidad desde el {{fecha_ingreso|largo}} y desempeña el cargo de **{{cargo}}**, con contrato {{#si tipo_contrato = "obra o labor"}}por {{sino si tipo_contrato = "aprendizaje"}}de {{sino}}a {{/si}}{{tipo_contrato}}{{#incluir_salario}} y una asignación mensual de {{salario_en_letras}} ({{salario_mensual|moneda}}){{/incluir_salario}}.

{{#sin partir}}
Se expide en {{ciudad_expedicion}}, el {{fecha_documento|letras}}, a solicitud de la persona interesada.

Atentamente,

{{aquí firman: Recursos Humanos}}
{{/sin partir}}`,
  signatures: [{ by: 'organisation' }],
}
