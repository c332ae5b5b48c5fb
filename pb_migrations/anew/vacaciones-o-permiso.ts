import type { Rewriting } from './rewriting.ts'

export const vacacionesOPermiso: Rewriting = {
  code: 'VP',
  follows: 'e71b57253aa638b72954b73960ab5b2a9736f81319491de439e7336ffc3b1788',
  paper: { date: 'fecha_solicitud' },
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
}
