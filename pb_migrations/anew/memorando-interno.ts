import type { Rewriting } from './rewriting.ts'

export const memorandoInterno: Rewriting = {
  code: 'MI',
  follows: '0f05c77913e929630acab4b09d7f61795b5d9a200db6dba1e5d535bd1bc780e4',
  paper: { date: 'fecha' },
  body: `# MEMORANDO INTERNO

{{ciudad}}, {{fecha|largo}}

**Para:** {{para}}
**De:** {{de}}
**Con copia a:** {{copia}}
**Asunto:** {{asunto}}
{{#si prioridad = "urgente"}}
**Prioridad:** {{prioridad}}
{{/si}}

{{cuerpo}}

{{#fecha_respuesta}}Agradecemos su respuesta a más tardar el {{fecha_respuesta|largo}}.{{/fecha_respuesta}}

{{#anexos}}**Anexos:** {{anexos}}{{/anexos}}

{{#sin partir}}
Cordialmente,

{{#aquí firma}}
{{de}}
{{/aquí firma}}
{{/sin partir}}`,
  changed: { prioridad: { example: 'urgente' } },
}
