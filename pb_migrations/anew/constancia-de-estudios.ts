import type { Rewriting } from './rewriting.ts'

export const constanciaDeEstudios: Rewriting = {
  code: 'CE',
  follows: '64766ef57253d5d62adf8401965c678c571d118863de775463626372ed53174e',
  paper: {},
  body: `# CONSTANCIA DE ESTUDIOS

{{dirigido_a}}

**{{organización}}** hace constar que **{{nombre_completo}}**, con {{numero_documento|documento}}{{#codigo_estudiantil}} y código estudiantil {{codigo_estudiantil}}{{/codigo_estudiantil}}, tiene matrícula vigente para el período académico {{periodo}}, {{#si nivel = "preescolar" o nivel = "básica primaria" o nivel = "básica secundaria" o nivel = "media"}}en el grado **{{programa}}** de {{#si nivel = "media"}}educación {{/si}}{{nivel}}{{sino si nivel = "curso"}}en el curso **{{programa}}**{{#intensidad_horaria}}, con una intensidad de {{intensidad_horaria|hora/horas}}{{/intensidad_horaria}}{{sino}}en el {{#semestre}}semestre {{semestre}} del {{/semestre}}programa de **{{programa}}** ({{nivel}}){{/si}}{{#facultad}}, de la {{facultad}}{{/facultad}}{{#jornada}}, en jornada {{#si jornada = "fines de semana"}}de {{sino si jornada = "mañana" o jornada = "tarde"}}de la {{/si}}{{jornada}}{{/jornada}}.

{{#incluir_promedio}}Su promedio acumulado es de {{promedio|letras}} ({{promedio}}) sobre cinco (5).{{/incluir_promedio}}

{{#sin partir}}
Se expide en {{ciudad}}, el {{fecha_documento|letras}}, a solicitud de la persona interesada.

Atentamente,

{{aquí firman: Secretaría o Registro Académico}}
{{/sin partir}}`,
  added: [
    {
      after: 'semestre',
      field: {
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
    },
  ],
  changed: {
    codigo_estudiantil: { required: false },
    programa: {
      label: 'Programa, grado o curso',
      help: 'Por ejemplo Ingeniería Industrial, quinto o Inglés B1.',
      aliases: ['programa', 'carrera', 'grado', 'curso'],
    },
    nivel: {
      options: [
        { value: 'preescolar' },
        { value: 'básica primaria', aliases: ['primaria'] },
        { value: 'básica secundaria', aliases: ['secundaria', 'bachillerato'] },
        { value: 'media' },
        { value: 'curso', aliases: ['diplomado', 'educación continua'] },
        { value: 'técnico' },
        { value: 'tecnológico' },
        { value: 'pregrado' },
        { value: 'especialización' },
        { value: 'maestría' },
        { value: 'doctorado' },
      ],
    },
    semestre: { required: false, help: 'Déjelo en blanco en colegios y cursos.' },
    periodo: { pattern: '20\\d{2}(-[1-4])?', help: 'El año y, si lo hay, el período: 2025 o 2025-1.' },
    jornada: {
      required: false,
      options: [
        { value: 'diurna' },
        { value: 'nocturna' },
        { value: 'mixta' },
        { value: 'fines de semana' },
        { value: 'virtual', aliases: ['a distancia'] },
        { value: 'única' },
        { value: 'mañana' },
        { value: 'tarde' },
      ],
    },
    fecha_expedicion: {
      required: false,
      help: 'El documento lleva la fecha de su aprobación, salvo que el formato elija esta.',
    },
  },
}
