import type { Rewriting } from './rewriting.ts'

export const constanciaDeEstudios: Rewriting = {
  code: 'CE',
  follows: '64766ef57253d5d62adf8401965c678c571d118863de775463626372ed53174e',
  paper: { date: 'fecha_expedicion' },
  body: `# CONSTANCIA DE ESTUDIOS

{{dirigido_a}}

**{{organización}}**, por medio de su oficina de Registro Académico, hace constar que **{{nombre_completo}}**, con {{tipo_documento|cédula}} N.º {{numero_documento}} y código estudiantil {{codigo_estudiantil}}, tiene matrícula vigente para el período académico {{periodo}}, en el semestre {{semestre}} del programa de **{{programa}}** ({{nivel}}){{#facultad}}, de la {{facultad}}{{/facultad}}, en jornada {{#si jornada = "fines de semana"}}de {{/si}}{{jornada}}.

{{#incluir_promedio}}Su promedio acumulado es de {{promedio|letras}} ({{promedio}}) sobre cinco (5).{{/incluir_promedio}}

{{#sin partir}}
Se expide en {{ciudad}}, el {{fecha_expedicion|letras}}, a solicitud de la persona interesada.

Atentamente,

{{aquí firman: Registro Académico}}
{{/sin partir}}`,
}
