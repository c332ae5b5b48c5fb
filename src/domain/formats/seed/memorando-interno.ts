import type { FormatInput } from '../format.ts'
import { createChoiceField, createDateField, createOptionalTextField, createTextField } from './parts.ts'

export const memorandoInterno: FormatInput = {
  code: 'MI',
  name: 'Memorando interno',
  aliases: 'Memo, memorándum, comunicación interna, circular',
  description: 'Para comunicar un asunto a otra dependencia de la organización.',
  category: 'Administración',
  requiresReview: true,
  fields: [
    createTextField('para', 'Para', 160, 'Jefes de dependencia', { aliases: ['destinatario'] }),
    createTextField('de', 'De', 160, 'Dirección Administrativa', { aliases: ['remitente'] }),
    createOptionalTextField('copia', 'Con copia a', 160, 'Control Interno', { aliases: ['CC'] }),
    createTextField('asunto', 'Asunto', 120, 'Cierre contable de diciembre'),
    createChoiceField('prioridad', 'Prioridad', ['normal', 'urgente'], 'urgente'),
    {
      key: 'fecha_respuesta',
      label: 'Fecha límite de respuesta',
      type: 'date',
      min: '@fecha',
      requiredIf: { key: 'prioridad', equals: 'urgente' },
      example: '04/12/2026',
    },
    {
      key: 'cuerpo',
      label: 'Cuerpo',
      type: 'longText',
      required: true,
      max: 5000,
      example: 'Les recuerdo que las facturas del año se reciben hasta el 18 de diciembre.',
      aliases: ['mensaje', 'texto'],
    },
    createOptionalTextField('anexos', 'Anexos', 200, 'Cronograma de cierre'),
    createTextField('ciudad', 'Ciudad', 80, 'Bogotá D. C.'),
    createDateField('fecha', 'Fecha', '20/11/2026'),
  ],
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
  paper: { date: 'fecha' },
}
