import type { Rewriting } from './rewriting.ts'

export const autorizacionDeDatos: Rewriting = {
  code: 'AD',
  follows: '94200818e8d2fe92d87aed6a668e982d80fff859a6a8a17a40310d68a7b0bb19',
  paper: { date: 'fecha' },
  body: `# AUTORIZACIÓN PARA EL TRATAMIENTO DE DATOS PERSONALES

{{#si menor_de_edad}}
Yo, **{{representante}}**, con documento de identidad N.º {{representante_documento}}, {{#si parentesco = "tutor legal"}}por tener la tutela legal{{sino}}{{parentesco}}{{/si}} de **{{titular}}**, menor de edad, con {{tipo_documento|cédula}} N.º {{numero_documento}}, en su representación autorizo de manera previa, expresa e informada a **{{responsable}}**, con NIT {{responsable_nit}}, para recolectar, almacenar, usar y suprimir los datos personales de quien represento, con las siguientes finalidades: {{finalidades|lista}}.
{{sino}}
Yo, **{{titular}}**, con {{tipo_documento|cédula}} N.º {{numero_documento}}, autorizo de manera previa, expresa e informada a **{{responsable}}**, con NIT {{responsable_nit}}, para recolectar, almacenar, usar y suprimir mis datos personales, con las siguientes finalidades: {{finalidades|lista}}.
{{/si}}

{{#datos_sensibles}}Autorizo también el tratamiento de {{#si menor_de_edad}}sus{{sino}}mis{{/si}} datos sensibles, con conocimiento de que no es obligatorio hacerlo.{{/datos_sensibles}}

{{#transferencia}}Autorizo la transferencia y transmisión de {{#si menor_de_edad}}sus{{sino}}mis{{/si}} datos a otros países con niveles adecuados de protección.{{/transferencia}}

{{#menor_de_edad}}Esta autorización respeta el interés superior y los derechos fundamentales de la persona menor de edad, cuya opinión se tuvo en cuenta según su madurez.{{/menor_de_edad}}

Sé que puedo conocer, actualizar, rectificar y suprimir {{#si menor_de_edad}}esos datos{{sino}}mis datos{{/si}}, y revocar esta autorización, escribiendo a {{canal}}.

{{#sin partir}}
Se firma en {{ciudad}}, el {{fecha|letras}}.

{{#aquí firma}}
{{#si menor_de_edad}}
{{representante}}
Documento de identidad N.º {{representante_documento}}
En representación de {{titular}}
{{sino}}
{{titular}}
{{tipo_documento|Cédula}} N.º {{numero_documento}}
{{/si}}
Correo: {{correo}}
Teléfono: {{telefono}}
{{/aquí firma}}
{{/sin partir}}`,
}
