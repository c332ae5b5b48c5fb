import type { Rewriting } from './rewriting.ts'

export const cuentaDeCobro: Rewriting = {
  code: 'CC',
  follows: 'fce2226d690f013c415a46aeb1a7968e75e2199a8046b4a5f798db385210e4f8',
  paper: {
    date: 'fecha',
    letterhead: 'issuer',
    issuer: { name: 'nombre', id: 'numero_documento', city: 'ciudad', phone: 'telefono' },
  },
  body: `# CUENTA DE COBRO

{{ciudad}}, {{fecha|largo}}

**{{deudor_razon_social}}**
NIT {{deudor_nit}}

## DEBE A

**{{nombre}}**
{{numero_documento|Documento}}
Teléfono: {{telefono}}

La suma de **{{valor_en_letras}}** ({{valor|moneda}}){{#periodo}}, correspondiente a {{periodo}}{{/periodo}}, por concepto de:

{{concepto}}

Declaro que {{#si declarante_renta}}presento{{sino}}no presento{{/si}} declaración del impuesto sobre la renta y que, según las normas vigentes, no tengo obligación de expedir factura por este cobro.

Agradezco consignar en la cuenta {{#si tipo_cuenta = "ahorros"}}de {{/si}}{{tipo_cuenta}} N.º {{numero_cuenta}} de {{banco}}, a nombre de {{nombre}}.

{{#sin partir}}
Atentamente,

{{#aquí firma}}
{{nombre}}
{{numero_documento|Documento}}
{{/aquí firma}}
{{/sin partir}}`,
  added: [
    {
      after: 'nombre',
      field: {
        key: 'tipo_documento',
        label: 'Tipo de documento',
        type: 'choice',
        options: [
          { value: 'CC', aliases: ['Cédula', 'Cédula de ciudadanía'] },
          { value: 'CE', aliases: ['Cédula de extranjería'] },
          { value: 'NIT', aliases: ['Número de identificación tributaria'] },
        ],
        help: 'De quien cobra. CC: cédula de ciudadanía. CE: cédula de extranjería.',
        example: 'CC',
        aliases: ['tipo doc', 'tipo de identificación'],
      },
    },
  ],
  changed: { numero_documento: { kindFrom: 'tipo_documento' } },
}
