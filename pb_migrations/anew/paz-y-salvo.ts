import type { Rewriting } from './rewriting.ts'

export const pazYSalvo: Rewriting = {
  code: 'PS',
  follows: 'd6ed36560187a0bcb07fdc6413b8521b0b15a46b5322bdbfe58116977742a534',
  paper: {},
  body: `# PAZ Y SALVO

**{{organización}}**, por medio de su dependencia de **{{dependencia}}**, certifica que **{{nombre}}**, con {{numero_documento|documento}}, se encuentra a **PAZ Y SALVO** por concepto de **{{concepto}}**{{#referencia}} ({{referencia}}){{/referencia}}, con corte al {{periodo_hasta|largo}}, y que a esa fecha su saldo pendiente es de {{saldo_pendiente|moneda}}.

{{#observaciones}}**Observaciones:** {{observaciones}}{{/observaciones}}

Este certificado es válido por {{vigencia_dias|letras un día/días}} a partir de su expedición y no libera de las obligaciones que se causen después de la fecha de corte.

{{#sin partir}}
Se expide en {{ciudad}}, el {{fecha_documento|letras}}.

Atentamente,

{{aquí firman: Responsable de la dependencia que certifica}}
{{/sin partir}}`,
  changed: {
    fecha_expedicion: {
      required: false,
      help: 'El documento lleva la fecha de su aprobación, salvo que el formato elija esta.',
    },
  },
}
