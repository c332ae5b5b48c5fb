import type { FormatInput } from '../format.ts'
import {
  createDateField,
  createIdDocumentFields,
  createOptionalTextField,
  createOptions,
  createTextField,
  employeeNameField,
  positionField,
} from './parts.ts'

const byDays = { key: 'modalidad', equals: 'por días' }
const byHours = { key: 'modalidad', equals: 'por horas' }

export const vacacionesOPermiso: FormatInput = {
  code: 'VP',
  name: 'Solicitud de vacaciones o permiso',
  aliases: 'Licencia no remunerada, ausencia, días libres',
  description: 'Para pedir vacaciones o un permiso, por días o por horas, e indicar quién hace el reemplazo.',
  category: 'Recursos humanos',
  requiresReview: true,
  fields: [
    employeeNameField,
    ...createIdDocumentFields(['CC', 'CE', 'PA']),
    positionField,
    createTextField('dependencia', 'Dependencia', 120, 'Recursos Humanos', { aliases: ['área'] }),
    createTextField('jefe', 'Jefe inmediato', 120, 'Nubia Ibáñez Rey', { aliases: ['superior'] }),
    {
      key: 'tipo',
      label: 'Tipo',
      type: 'choice',
      required: true,
      options: [
        ...createOptions('vacaciones', 'permiso remunerado', 'permiso no remunerado'),
        { value: 'cita médica', aliases: ['médico', 'cita'] },
        { value: 'calamidad doméstica', aliases: ['calamidad'] },
        { value: 'licencia por luto', aliases: ['luto'] },
      ],
      example: 'vacaciones',
      aliases: ['tipo de solicitud', 'tipo de permiso'],
    },
    {
      key: 'modalidad',
      label: 'Modalidad',
      type: 'choice',
      required: true,
      options: [
        { value: 'por días', aliases: ['días'] },
        { value: 'por horas', aliases: ['horas'] },
      ],
      example: 'por días',
    },
    createDateField('fecha_inicio', 'Fecha de inicio', '14/12/2026', { aliases: ['desde', 'inicio'] }),
    {
      key: 'fecha_fin',
      label: 'Fecha de fin',
      type: 'date',
      min: '@fecha_inicio',
      help: 'Último día de ausencia.',
      visibleIf: byDays,
      requiredIf: byDays,
      example: '04/01/2027',
      aliases: ['hasta', 'fin'],
    },
    {
      key: 'hora_inicio',
      label: 'Hora de inicio',
      type: 'text',
      pattern: '([01]?\\d|2[0-3]):[0-5]\\d',
      help: 'De 0:00 a 23:59.',
      visibleIf: byHours,
      requiredIf: byHours,
      example: '14:00',
    },
    {
      key: 'horas',
      label: 'Horas',
      type: 'decimal',
      decimals: 1,
      min: '0.5',
      max: 12,
      visibleIf: byHours,
      requiredIf: byHours,
      example: '3,5',
      aliases: ['número de horas'],
    },
    {
      key: 'motivo',
      label: 'Motivo',
      type: 'longText',
      max: 1000,
      requiredIf: { key: 'tipo', equals: 'permiso no remunerado' },
      example: 'Viaje familiar.',
    },
    { key: 'con_reemplazo', label: 'Con reemplazo', type: 'boolean', required: true, example: 'Sí' },
    createOptionalTextField('reemplazo', 'Reemplazo', 120, 'Íñigo Núñez Peña', {
      help: 'Quien asume las funciones.',
      visibleIf: { key: 'con_reemplazo', equals: true },
      requiredIf: { key: 'con_reemplazo', equals: true },
    }),
    createTextField('ciudad', 'Ciudad', 80, 'Bogotá D. C.'),
    createDateField('fecha_solicitud', 'Fecha de la solicitud', '20/11/2026', { max: 'today', aliases: ['fecha'] }),
    {
      key: 'dias',
      label: 'Días',
      type: 'computed',
      help: 'Días calendario, contados el primero y el último.',
      formula: 'diasEntre(fecha_inicio, fecha_fin) + 1',
    },
  ],
  body: `# SOLICITUD DE {{#si tipo = "cita médica" o tipo = "calamidad doméstica"}}PERMISO POR {{/si}}{{tipo|mayusculas}}

{{ciudad}}, {{fecha_solicitud|largo}}

**{{jefe}}**
{{dependencia}}

Yo, **{{nombre_completo}}**, con {{numero_documento|documento}}, en el cargo de {{cargo}}, solicito {{#si tipo = "cita médica" o tipo = "calamidad doméstica"}}permiso por {{/si}}**{{tipo}}** {{#si modalidad = "por horas"}}el {{fecha_inicio|largo}}, por {{horas|hora/horas}} (hora de inicio: {{hora_inicio}}){{sino si dias = 1}}el {{fecha_inicio|largo}}, un (1) día calendario{{sino}}desde el {{fecha_inicio|largo}} hasta el {{fecha_fin|largo}}, es decir, por {{dias|letras un día calendario/días calendario}}{{/si}}.

{{#motivo}}**Motivo:** {{motivo}}{{/motivo}}

{{#reemplazo}}Durante mi ausencia asumirá mis funciones {{reemplazo}}.{{/reemplazo}}

{{#sin partir}}
Atentamente,

{{#aquí firma}}
{{nombre_completo}}
{{numero_documento|Documento}}
Solicita
{{/aquí firma}}
{{#aquí firma}}
{{jefe}}
Visto bueno de la jefatura inmediata
{{/aquí firma}}
{{/sin partir}}`,
  signatures: [{ by: 'approver' }],
  paper: { date: 'fecha_solicitud' },
}
