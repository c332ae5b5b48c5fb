import type { Rewriting } from './rewriting.ts'

export const cartaLaboral: Rewriting = {
  code: 'CL',
  follows: '0f29fbdf5c1ff4139300c46a57e953fe8877840c858ae0ed7afd2eab9e5701ac',
  paper: {},
  body: `# CERTIFICACIÓN LABORAL

{{dirigido_a}}

**{{organización}}** hace constar que **{{nombre_completo}}**, con {{numero_documento|documento}}{{#expedido_en}} de {{expedido_en}}{{/expedido_en}}, labora en esta entidad desde el {{fecha_ingreso|largo}} y desempeña el cargo de **{{cargo}}**, con contrato {{#si tipo_contrato = "obra o labor"}}por {{sino si tipo_contrato = "aprendizaje"}}de {{sino}}a {{/si}}{{tipo_contrato}}{{#incluir_salario}} y una asignación mensual de {{salario_en_letras}} ({{salario_mensual|moneda}}){{/incluir_salario}}.

{{#sin partir}}
Se expide en {{ciudad_expedicion}}, el {{fecha_documento|letras}}, a solicitud de la persona interesada.

Atentamente,

{{aquí firman: Recursos Humanos}}
{{/sin partir}}`,
  changed: {
    fecha_expedicion: {
      required: false,
      help: 'El documento lleva la fecha de su aprobación, salvo que el formato elija esta.',
    },
  },
}
