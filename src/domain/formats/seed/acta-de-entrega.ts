import type { FormatInput } from '../format.ts'
import {
  createChoiceField,
  createDateField,
  createIdDocumentFields,
  createOptionalTextField,
  createTextField,
} from './parts.ts'

export const actaDeEntrega: FormatInput = {
  code: 'AE',
  name: 'Acta de entrega de equipos',
  aliases: 'Acta de entrega de equipo, acta de computador, acta de dotación',
  description: 'Para dejar constancia de los equipos que recibe una persona, su estado y su placa de inventario.',
  category: 'Administración',
  requiresReview: true,
  fields: [
    createTextField('entrega', 'Entrega', 120, 'Nubia Ibáñez Rey', {
      help: 'Quien entrega los equipos.',
      aliases: ['entregado por', 'quien entrega'],
      personal: true,
    }),
    createOptionalTextField('entrega_cargo', 'Cargo de quien entrega', 120, 'Coordinadora de sistemas'),
    createTextField('recibe', 'Recibe', 120, 'María José Güell Peña', {
      help: 'Quien recibe los equipos.',
      aliases: ['recibido por', 'quien recibe', 'responsable', 'empleado'],
      personal: true,
    }),
    ...createIdDocumentFields(['CC', 'CE', 'PA'], { kind: { help: 'De quien recibe.' } }),
    createOptionalTextField('recibe_cargo', 'Cargo de quien recibe', 120, 'Analista de nómina', { aliases: ['cargo'] }),
    createTextField('dependencia', 'Dependencia', 120, 'Recursos Humanos', { aliases: ['área'] }),
    createChoiceField('motivo', 'Motivo', ['asignación', 'préstamo', 'reposición', 'devolución'], 'asignación'),
    createDateField('fecha_entrega', 'Fecha de entrega', '20/11/2026', { aliases: ['fecha'] }),
    {
      key: 'fecha_devolucion',
      label: 'Fecha de devolución',
      type: 'date',
      min: '@fecha_entrega',
      visibleIf: { key: 'motivo', equals: 'préstamo' },
      requiredIf: { key: 'motivo', equals: 'préstamo' },
      example: '20/12/2026',
    },
    {
      key: 'equipos',
      label: 'Equipos',
      type: 'table',
      required: true,
      min: 1,
      max: 60,
      columns: [
        createTextField('tipo', 'Tipo', 60, 'Computador portátil'),
        createTextField('marca', 'Marca', 60, 'Lenovo'),
        createOptionalTextField('modelo', 'Modelo', 60, 'ThinkPad E14'),
        createTextField('serial', 'Serial', 60, 'PF-3KX9Q2'),
        {
          key: 'placa_inventario',
          label: 'Placa de inventario',
          type: 'text',
          pattern: '\\d{6}',
          help: 'Seis números, con los ceros a la izquierda.',
          example: '000123',
          aliases: ['placa'],
        },
        createChoiceField('estado', 'Estado', ['nuevo', 'bueno', 'regular', 'para reparar'], 'nuevo'),
      ],
    },
    {
      key: 'incluye_accesorios',
      label: 'Incluye accesorios',
      type: 'boolean',
      required: true,
      help: 'Cargador, maletín, guaya …',
      example: 'Sí',
    },
    {
      key: 'accesorios',
      label: 'Accesorios',
      type: 'longText',
      max: 1000,
      visibleIf: { key: 'incluye_accesorios', equals: true },
      requiredIf: { key: 'incluye_accesorios', equals: true },
      example: 'Cargador, maletín y guaya de seguridad.',
    },
    { key: 'observaciones', label: 'Observaciones', type: 'longText', max: 2000, example: 'Sin golpes ni rayones.' },
    createTextField('ciudad', 'Ciudad', 80, 'Bogotá D. C.'),
  ],
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
  paper: { date: 'fecha_entrega' },
}
