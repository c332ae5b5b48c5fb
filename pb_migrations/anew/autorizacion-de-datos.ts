import type { Rewriting } from './rewriting.ts'

export const autorizacionDeDatos: Rewriting = {
  code: 'AD',
  follows: '94200818e8d2fe92d87aed6a668e982d80fff859a6a8a17a40310d68a7b0bb19',
  paper: { date: 'fecha' },
  body: `# AUTORIZACIÓN PARA EL TRATAMIENTO DE DATOS PERSONALES

{{#si menor_de_edad}}
Yo, **{{representante}}**, con {{representante_documento|documento}}, {{#si parentesco = "tutor legal"}}por tener la tutela legal{{sino}}{{parentesco}}{{/si}} de **{{titular}}**, menor de edad, con {{numero_documento|documento}}, en su representación autorizo de manera previa, expresa e informada a **{{responsable}}**, con NIT {{responsable_nit}}, para recolectar, almacenar, usar y suprimir los datos personales de quien represento, con las siguientes finalidades: {{finalidades|lista}}.
{{sino}}
Yo, **{{titular}}**, con {{numero_documento|documento}}, autorizo de manera previa, expresa e informada a **{{responsable}}**, con NIT {{responsable_nit}}, para recolectar, almacenar, usar y suprimir mis datos personales, con las siguientes finalidades: {{finalidades|lista}}.
{{/si}}

{{#datos_sensibles}}Autorizo también el tratamiento de {{#si menor_de_edad}}sus{{sino}}mis{{/si}} datos sensibles, con conocimiento de que no es obligatorio hacerlo.{{/datos_sensibles}}

{{#transferencia}}Autorizo la transferencia y transmisión de {{#si menor_de_edad}}sus{{sino}}mis{{/si}} datos a otros países con niveles adecuados de protección.{{/transferencia}}

{{#menor_de_edad}}Esta autorización respeta el interés superior y los derechos fundamentales de la persona menor de edad, cuya opinión se tuvo en cuenta según su madurez.{{/menor_de_edad}}

{{responsable}}, responsable del tratamiento, atiende en el correo electrónico {{canal}}{{#responsable_direccion}} y en {{responsable_direccion}}{{/responsable_direccion}}.{{#politica}} Su política de tratamiento de datos personales puede consultarse en {{politica}}.{{/politica}}

Sé que puedo conocer, actualizar, rectificar y suprimir {{#si menor_de_edad}}esos datos{{sino}}mis datos{{/si}}, y revocar esta autorización, escribiendo a ese correo{{#responsable_direccion}} o a esa dirección{{/responsable_direccion}}.

{{#sin partir}}
Se firma en {{ciudad}}, el {{fecha|letras}}.

{{#aquí firma}}
{{#si menor_de_edad}}
{{representante}}
{{representante_documento|Documento}}
En representación de {{titular}}
{{sino}}
{{titular}}
{{numero_documento|Documento}}
{{/si}}
Correo: {{correo}}
Teléfono: {{telefono}}
{{/aquí firma}}
{{/sin partir}}`,
  added: [
    {
      after: 'responsable_nit',
      field: {
        key: 'responsable_direccion',
        label: 'Responsable: dirección',
        type: 'text',
        max: 160,
        help: 'Con su ciudad.',
        example: 'Calle 72 N.º 10-34, Bogotá D. C.',
        aliases: ['dirección', 'domicilio'],
      },
    },
    {
      after: 'canal',
      field: {
        key: 'politica',
        label: 'Política de tratamiento de datos',
        type: 'text',
        max: 200,
        help: 'Dónde puede leerse: la página web o el lugar.',
        example: 'www.ejemplo.com/datos-personales',
      },
    },
  ],
  changed: { canal: { label: 'Responsable: correo electrónico', aliases: ['canal de consultas'] } },
}
