import type { FormatInput } from '../format.ts'
import {
  createIdDocumentFields,
  createOptionalTextField,
  createOptions,
  createTextField,
  idDocumentAliases,
  issueDateField,
} from './parts.ts'

export const constanciaDeEstudios: FormatInput = {
  code: 'CE',
  name: 'Constancia de estudios',
  aliases: 'Certificado de estudios, certificado de estudio, constancia de matrícula, certificado escolar',
  description:
    'Para demostrar la matrícula de un estudiante, su programa, período y jornada. Puede incluir el promedio.',
  category: 'Educación',
  requiresReview: true,
  fields: [
    createTextField('nombre_completo', 'Nombre completo', 120, 'Sofía Ibáñez Muñoz', {
      min: 3,
      aliases: ['nombre', 'nombres y apellidos', 'estudiante'],
      personal: true,
    }),
    ...createIdDocumentFields(['TI', 'CC', 'CE', 'PA'], {
      number: { aliases: [...idDocumentAliases, 'tarjeta de identidad'] },
    }),
    {
      key: 'codigo_estudiantil',
      label: 'Código estudiantil',
      type: 'text',
      pattern: '\\d{6,12}',
      help: 'Solo números, con los ceros a la izquierda.',
      example: '0020231045',
      aliases: ['código', 'carné'],
      unique: true,
    },
    createTextField('programa', 'Programa, grado o curso', 160, 'Ingeniería Industrial', {
      help: 'Por ejemplo Ingeniería Industrial, quinto o Inglés B1.',
      aliases: ['programa', 'carrera', 'grado', 'curso'],
    }),
    createOptionalTextField('facultad', 'Facultad', 120, 'Facultad de Ingeniería'),
    {
      key: 'nivel',
      label: 'Nivel',
      type: 'choice',
      required: true,
      options: [
        { value: 'preescolar' },
        { value: 'básica primaria', aliases: ['primaria'] },
        { value: 'básica secundaria', aliases: ['secundaria', 'bachillerato'] },
        { value: 'media' },
        { value: 'curso', aliases: ['diplomado', 'educación continua'] },
        ...createOptions('técnico', 'tecnológico', 'pregrado', 'especialización', 'maestría', 'doctorado'),
      ],
      example: 'pregrado',
    },
    {
      key: 'semestre',
      label: 'Semestre',
      type: 'integer',
      min: 1,
      max: 14,
      help: 'Déjelo en blanco en colegios y cursos.',
      example: '5',
    },
    {
      key: 'intensidad_horaria',
      label: 'Intensidad horaria',
      type: 'integer',
      min: 1,
      max: 10000,
      help: 'Horas del curso en total.',
      visibleIf: { key: 'nivel', equals: 'curso' },
      example: '120',
      aliases: ['horas', 'número de horas'],
    },
    {
      key: 'periodo',
      label: 'Período',
      type: 'text',
      required: true,
      pattern: '20\\d{2}(-[1-4])?',
      help: 'El año y, si lo hay, el período: 2025 o 2025-1.',
      example: '2025-1',
      aliases: ['período académico'],
    },
    {
      key: 'jornada',
      label: 'Jornada',
      type: 'choice',
      options: [
        ...createOptions('diurna', 'nocturna', 'mixta', 'fines de semana'),
        { value: 'virtual', aliases: ['a distancia'] },
        ...createOptions('única', 'mañana', 'tarde'),
      ],
      example: 'diurna',
    },
    { key: 'incluir_promedio', label: 'Incluir promedio', type: 'boolean', required: true, example: 'Sí' },
    {
      key: 'promedio',
      label: 'Promedio',
      type: 'decimal',
      decimals: 2,
      min: 0,
      max: 5,
      help: 'De 0 a 5.',
      visibleIf: { key: 'incluir_promedio', equals: true },
      requiredIf: { key: 'incluir_promedio', equals: true },
      example: '4,25',
      aliases: ['promedio acumulado'],
      personal: true,
    },
    createOptionalTextField('dirigido_a', 'Dirigida a', 160, 'Caja de compensación familiar', {
      aliases: ['destinatario'],
    }),
    createTextField('ciudad', 'Ciudad', 80, 'Barranquilla', { fillIfMissing: true }),
    issueDateField,
  ],
  body: `# CONSTANCIA DE ESTUDIOS

{{dirigido_a}}

**{{organización}}** hace constar que **{{nombre_completo}}**, con {{numero_documento|documento}}{{#codigo_estudiantil}} y código estudiantil {{codigo_estudiantil}}{{/codigo_estudiantil}}, tiene matrícula vigente para el período académico {{periodo}}, {{#si nivel = "preescolar" o nivel = "básica primaria" o nivel = "básica secundaria" o nivel = "media"}}en el grado **{{programa}}** de {{#si nivel = "media"}}educación {{/si}}{{nivel}}{{sino si nivel = "curso"}}en el curso **{{programa}}**{{#intensidad_horaria}}, con una intensidad de {{intensidad_horaria|hora/horas}}{{/intensidad_horaria}}{{sino}}en el {{#semestre}}semestre {{semestre}} del {{/semestre}}programa de **{{programa}}** ({{nivel}}){{/si}}{{#facultad}}, de la {{facultad}}{{/facultad}}{{#jornada}}, en jornada {{#si jornada = "fines de semana"}}de {{sino si jornada = "mañana" o jornada = "tarde"}}de la {{/si}}{{jornada}}{{/jornada}}.

{{#incluir_promedio}}Su promedio acumulado es de {{promedio|letras}} ({{promedio}}) sobre cinco (5).{{/incluir_promedio}}

{{#sin partir}}
Se expide en {{ciudad}}, el {{fecha_documento|letras}}, a solicitud de la persona interesada.

Atentamente,

{{aquí firman: Secretaría o Registro Académico}}
{{/sin partir}}`,
  signatures: [{ by: 'organisation' }],
}
