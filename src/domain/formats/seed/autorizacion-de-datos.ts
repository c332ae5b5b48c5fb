import type { FormatInput } from '../format.ts'
import {
  createDateField,
  createIdDocumentFields,
  createOptionalTextField,
  createOptions,
  createRepresentativeIdFields,
  createTextField,
} from './parts.ts'

const minor = { key: 'menor_de_edad', equals: true }

export const autorizacionDeDatos: FormatInput = {
  code: 'AD',
  name: 'Autorización de tratamiento de datos personales',
  aliases: 'Habeas data, tratamiento de datos, autorización de datos',
  description:
    'Para que una persona, o quien la representa, autorice el uso de sus datos personales en las finalidades que se elijan.',
  category: 'Jurídica',
  requiresReview: true,
  fields: [
    createTextField('titular', 'Titular', 120, 'Sofía Ibáñez Muñoz', {
      min: 3,
      help: 'La persona cuyos datos se tratan.',
      aliases: ['nombre', 'nombre completo', 'nombres y apellidos'],
      personal: true,
    }),
    ...createIdDocumentFields(['CC', 'TI', 'CE', 'PA'], { kind: { example: 'TI' } }),
    {
      key: 'menor_de_edad',
      label: 'Menor de edad',
      type: 'boolean',
      required: true,
      help: 'Por un menor autoriza su representante.',
      example: 'Sí',
    },
    createOptionalTextField('representante', 'Representante', 120, 'Nubia Ibáñez Rey', {
      visibleIf: minor,
      requiredIf: minor,
      aliases: ['acudiente', 'representante legal'],
      personal: true,
    }),
    ...createRepresentativeIdFields(
      'representante',
      { kind: 'Tipo de documento del representante', number: 'Documento del representante' },
      { visibleIf: minor, requiredIf: minor, example: '51765432' },
    ),
    {
      key: 'parentesco',
      label: 'Parentesco',
      type: 'choice',
      options: createOptions('madre', 'padre', 'tutor legal'),
      visibleIf: minor,
      requiredIf: minor,
      example: 'madre',
    },
    {
      key: 'correo',
      label: 'Correo',
      type: 'email',
      example: 'nubia@ejemplo.com',
      aliases: ['correo electrónico'],
      personal: true,
    },
    {
      key: 'telefono',
      label: 'Teléfono',
      type: 'phone',
      example: '300 123 4567',
      aliases: ['celular'],
      personal: true,
    },
    createTextField('responsable', 'Responsable del tratamiento', 160, 'Comercial Andina S. A. S.', {
      help: 'Razón social de quien trata los datos.',
    }),
    {
      key: 'responsable_nit',
      label: 'Responsable: NIT',
      type: 'idDocument',
      required: true,
      kinds: ['NIT'],
      example: '900123456-8',
      aliases: ['NIT'],
    },
    createOptionalTextField(
      'responsable_direccion',
      'Responsable: dirección',
      160,
      'Calle 72 N.º 10-34, Bogotá D. C.',
      { help: 'Con su ciudad.', aliases: ['dirección', 'domicilio'] },
    ),
    {
      key: 'finalidades',
      label: 'Finalidades',
      type: 'choices',
      required: true,
      min: 1,
      options: [
        { value: 'gestión administrativa y contable', aliases: ['administrativa', 'contable'] },
        { value: 'gestión del talento humano', aliases: ['recursos humanos', 'selección y contratación'] },
        { value: 'prestación de los servicios contratados', aliases: ['prestación de servicios'] },
        { value: 'envío de información comercial', aliases: ['mercadeo', 'publicidad'] },
        { value: 'encuestas y estadísticas', aliases: ['estadística', 'encuestas'] },
        { value: 'seguridad y control de acceso', aliases: ['seguridad', 'videovigilancia'] },
      ],
      help: 'En una hoja de cálculo, separadas por punto y coma.',
      example: 'prestación de los servicios contratados; encuestas y estadísticas',
    },
    {
      key: 'datos_sensibles',
      label: 'Autoriza datos sensibles',
      type: 'boolean',
      required: true,
      help: 'Salud, biometría, imagen …',
      example: 'No',
    },
    {
      key: 'transferencia',
      label: 'Autoriza la transferencia a otros países',
      type: 'boolean',
      required: true,
      example: 'No',
    },
    {
      key: 'canal',
      label: 'Responsable: correo electrónico',
      type: 'email',
      required: true,
      help: 'A donde el titular escribe para conocer, corregir o suprimir sus datos.',
      example: 'datos@ejemplo.com',
      aliases: ['canal de consultas'],
    },
    createOptionalTextField('politica', 'Política de tratamiento de datos', 200, 'www.ejemplo.com/datos-personales', {
      help: 'Dónde puede leerse: la página web o el lugar.',
    }),
    createTextField('ciudad', 'Ciudad', 80, 'Pereira'),
    createDateField('fecha', 'Fecha', '20/11/2026', { max: 'today' }),
  ],
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
  paper: { date: 'fecha' },
}
