import type { Rewriting } from './rewriting.ts'

export const actaDeEntrega: Rewriting = {
  code: 'AE',
  follows: 'cfa783222a98cf9d9cba4b2eba522adaaf2c1d1876178d75595b2d7830717b8f',
  paper: { date: 'fecha_entrega' },
  body: `# ACTA DE ENTREGA DE EQUIPOS

En {{ciudad}}, el {{fecha_entrega|letras}}, **{{entrega}}**{{#entrega_cargo}} ({{entrega_cargo}}){{/entrega_cargo}} entrega a **{{recibe}}**, con {{numero_documento|documento}}{{#recibe_cargo}} ({{recibe_cargo}}){{/recibe_cargo}}, de la dependencia {{dependencia}}, los siguientes equipos, por {{motivo}}:

| Tipo | Marca | Modelo | Serial | Placa | Estado |
{{#equipos}}
| {{tipo}} | {{marca}} | {{modelo}} | {{serial}} | {{placa_inventario}} | {{estado}} |
{{/equipos}}

{{#accesorios}}**Accesorios:** {{accesorios}}{{/accesorios}}

{{#fecha_devolucion}}Los equipos se devolverán a más tardar el {{fecha_devolucion|largo}}.{{/fecha_devolucion}}

{{#observaciones}}**Observaciones:** {{observaciones}}{{/observaciones}}

{{#si motivo = "devolución"}}Quien recibe declara que los equipos le fueron devueltos en el estado descrito.{{sino}}Quien recibe declara que los equipos le fueron entregados en el estado descrito y se compromete a usarlos solo para sus funciones, a cuidarlos, a informar de inmediato su daño o pérdida y a devolverlos cuando se le pidan.{{/si}}

{{#aquí firma}}
{{entrega}}
{{entrega_cargo}}
Entrega
{{/aquí firma}}
{{#aquí firma}}
{{recibe}}
{{recibe_cargo}}
{{numero_documento|Documento}}
Recibe
{{/aquí firma}}`,
}
