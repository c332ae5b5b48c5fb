/** Hand-typed expectations of the documents in `tests/fixtures/word`. */
export interface ExpectedDocument {
  /** Text of the paragraphs in order, as Word shows them, where markers, controls or notes change it. */
  text?: string[]
  /** Proposed fields: label and type. */
  fields: string[]
  /** Kind, paragraph and text of what is left out. */
  omittedItems: string[]
  /** Body with all proposals accepted. */
  body: string
}

export const documents: Record<string, ExpectedDocument> = {
  contrato: {
    fields: [
      'Nombre: text',
      'Número de cédula: idDocument',
      'Lugar de expedición: text',
      'Nombre del contratista: text',
      'NIT: idDocument',
      'Valor: money',
      'Número de cuotas: integer',
      'Término (meses): integer',
      'Fecha de inicio: date',
      'Ciudad: text',
      'Fecha de firma: date',
      'EL CONTRATANTE: signature',
      'Número de cédula: idDocument',
      'EL CONTRATISTA: signature',
      'NIT: idDocument',
    ],
    omittedItems: ['list 7 PARÁGRAFO 1. PARÁGRAFO 2.', 'list 10 PARÁGRAFO 1.'],
    body: `# CONTRATO DE PRESTACIÓN DE SERVICIOS

Entre los suscritos, **{{nombre}}**, mayor de edad, identificado con cédula de ciudadanía No. {{numero_de_cedula}} de {{lugar_de_expedicion}}, en adelante **EL CONTRATANTE**, y **{{nombre_del_contratista}}**, con NIT {{nit}}, en adelante **EL CONTRATISTA**, se celebra este contrato.

CLÁUSULA {{cláusula}}. **Objeto.** El contratista se obliga a:

{{a)}} Entregar los informes.
{{a)}} Guardar reserva.

CLÁUSULA {{cláusula}}. **Valor.** El valor es de {{valor|letras}} ({{valor}}), pagaderos en {{numero_de_cuotas}} cuotas.

PARÁGRAFO 1. Los pagos exigen factura.
PARÁGRAFO 2. El IVA está incluido.

CLÁUSULA {{cláusula}}. **Duración.** El término es de {{termino_meses}} meses, desde el {{fecha_de_inicio}}.

PARÁGRAFO 1. La prórroga consta por escrito.

{{nueva página}}

Para constancia se firma en la ciudad de {{ciudad}} el {{fecha_de_firma|largo}}.

{{#aquí firma}}
**EL CONTRATANTE**
C.C. {{numero_de_cedula_2}}
{{/aquí firma}}
{{#aquí firma}}
**EL CONTRATISTA**
NIT {{nit_2}}
{{/aquí firma}}`,
  },
  listas: {
    text: [
      'Listas',
      '1. Uno',
      '2. Dos',
      'Texto entre listas.',
      '3. Tres sigue',
      'Otra lista:',
      '1. Empieza de nuevo',
      '2. Comparte los números',
      'a) Letra',
      'i. Romano',
      '3. Tercero',
      'Con viñetas:',
      '• Punto',
      '• Punto dentro',
      'Capítulos:',
      'I. Primero',
      'II. Segundo',
      'II.1 Dentro del segundo',
      '2.1.1 Legal',
      'Sin reinicio:',
      '01) Cero',
      'A. Sigue',
      '02) Otro',
      'B. Sigue también',
      'Sin número',
    ],
    fields: [],
    omittedItems: ['list 16 2.1.1', 'list 21 01) 02)'],
    body: `# Listas

{{1.}} Uno
{{1.}} Dos

Texto entre listas.

{{1. sigue}} Tres sigue

Otra lista:

{{1.}} Empieza de nuevo
{{1.}} Comparte los números
{{>a)}} Letra
{{>>i.}} Romano
{{1.}} Tercero

Con viñetas:

{{-}} Punto
{{>-}} Punto dentro

Capítulos:

{{I.}} Primero
{{I.}} Segundo
{{>1.1}} Dentro del segundo

2.1.1 Legal

Sin reinicio:

01) Cero

{{>A.}} Sigue

02) Otro

{{>A. sigue}} Sigue también

Sin número`,
  },
  controles: {
    text: [
      'Solicitud de vinculación',
      'Nombre: Escriba su nombre',
      'Ingresa el Elija una fecha.',
      'Elija un elemento.',
      '☐ Acepta el reglamento',
      'Firmado por Escriba su nombre.',
      'Ciudad:       Vive solo: ☐',
      'Jornada: ',
    ],
    fields: [
      'Nombre completo: text',
      'Fecha de ingreso: date',
      'Tipo de contrato: choice Término fijo, Indefinido',
      'Acepta el reglamento: boolean',
      'Ciudad: text',
      'Vive solo: boolean',
      'Jornada: choice Completa, Parcial',
    ],
    omittedItems: [],
    body: `# Solicitud de vinculación

Nombre: {{nombre_completo}}

Ingresa el {{fecha_de_ingreso|largo}}.

{{tipo_de_contrato}}

{{#si acepta_el_reglamento}}☒{{sino}}☐{{/si}} Acepta el reglamento

Firmado por {{nombre_completo}}.

Ciudad: {{ciudad}} Vive solo: {{#si vive_solo}}☒{{sino}}☐{{/si}}

Jornada: {{jornada}}`,
  },
  combinacion: {
    fields: ['Nombre del empleado: text', 'Cedula: idDocument', 'Cargo actual: text', 'Salario: money'],
    omittedItems: ['footer 0 Calle 1 # 2-3, Bogotá · Página'],
    body: `# CERTIFICACIÓN LABORAL

Certificamos que {{nombre_del_empleado}}, con cédula {{cedula}}, trabaja como {{cargo_actual}}.

A {{nombre_del_empleado}} se le paga {{salario}} al mes.`,
  },
  cambios: {
    text: [
      'El plazo es de quince días.',
      'Primera parte y su continuación.',
      'Párrafo nuevo.',
      'Aquí: Frase movida.',
      'Fijo',
      'Uno',
      'Agregado',
      'Tres',
    ],
    fields: [],
    omittedItems: [],
    body: `El plazo es de quince días.

Primera parte y su continuación.

Párrafo nuevo.

Aquí: Frase movida.

| | |
| Fijo | Uno |
| Agregado | Tres |`,
  },
  tablas: {
    text: [
      'Formulario',
      'Nombre completo',
      '',
      'Cédula',
      '',
      'Correo electrónico:',
      '',
      'Fecha de nacimiento',
      '__/__/____',
      'Observaciones',
      '',
      'Ítem',
      'Concepto',
      'Valor',
      '1',
      'Honorarios',
      '$ 100',
      'Viáticos',
      'y transporte',
      '$ 50',
      '2',
      'dentro',
      'de tabla',
      '$ 5',
      'A | B es texto.',
    ],
    fields: [
      'Nombre completo: text',
      'Cédula: idDocument',
      'Correo electrónico: email',
      'Fecha de nacimiento: date',
      'Observaciones: longText',
    ],
    omittedItems: ['mergedCell 19 ', 'cellParagraphs 20 Viáticos y transporte', 'nestedTable 24 dentro de tabla'],
    body: `# Formulario

| | | | |
| Nombre completo | {{nombre_completo}} | Cédula | {{cedula}} |
| Correo electrónico: | {{correo_electronico}} | Fecha de nacimiento | {{fecha_de_nacimiento}} |
| Observaciones | {{3 columnas}} {{observaciones}} |

{{columnas: 15, 60, 25 derecha}}
| Ítem | Concepto | Valor |
| 1 | Honorarios | $ 100 |
| | Viáticos y transporte | $ 50 |
| 2 | dentro de tabla | $ 5 |

A | B es texto.`,
  },
  blancos: {
    fields: [
      'Nombre: text',
      'Número de cédula: idDocument',
      'Lugar de expedición: text',
      'Nombre: text',
      'Codigo cliente: text',
      'Objeto de la solicitud: longText',
      'Dirección: text',
      'Teléfono: phone',
      'Correo: email',
      'Auxiliar contable: text',
      'Sede: text',
      'Gana: money',
      'Aumento: percent',
      'Tiene hijos: boolean',
      'Vehículo propio: boolean',
      'Licencia vigente: boolean',
      'Fecha de nacimiento: date',
      'Fecha de terminación: date',
      'Motivo: longText',
      'Ciudad: text',
      'Nombre de la madre: text',
      'Nombre del padre: text',
    ],
    omittedItems: [],
    body: `Señor {{nombre}}, identificado con C.C. {{numero_de_cedula}} expedida en {{lugar_de_expedicion}}.

Estimado {{nombre_2}} y familia: su código es {{codigo_cliente}}.

Asunto: {{objeto_de_la_solicitud}}

Dirección: {{direccion}} Teléfono: {{telefono}} Correo: {{correo}}

Cargo {{auxiliar_contable}} en la sede {{sede}}.

Gana {{gana}} mensuales, con un aumento de {{aumento}}.

¿Tiene hijos? Sí {{#si tiene_hijos}}X{{sino}}__{{/si}} No {{#si tiene_hijos}}__{{sino}}X{{/si}}

{{#si vehiculo_propio}}☒{{sino}}☐{{/si}} Vehículo propio {{#si licencia_vigente}}☒{{sino}}☐{{/si}} Licencia vigente

Nace el {{fecha_de_nacimiento|largo}} y firma hasta el {{fecha_de_terminacion}}.

Ver el Título XXX y la nota [1].

Motivo: {{motivo}}

Ciudad {{ciudad}}

(nombre de la madre) {{nombre_de_la_madre}}, y luego {{nombre_del_padre}} (nombre del padre)`,
  },
  notas: {
    text: [
      'Notas del documento.',
      'Cien pesos.',
      'Visible al final.',
      'Lea la política antes.',
      'Con recuadro.',
      'Texto del recuadro',
      'Imagen: ',
      'Fórmula: ',
      'Subrayado, tachado y m2',
      'Centrado',
      'A la derecha',
      'Uno\tdos',
      'Van páginas y una cita.',
      'Van **dos** asteriscos y # signo',
      '# no es título',
      'Raro  aquí',
    ],
    fields: [],
    omittedItems: [
      'contents 0 Contenido Objeto 1',
      'footnote 1 Según el manual.',
      'comment 2 Revisar esta cifra',
      'hidden 3 y oculto',
      'link 4 https://ejemplo.com/politica',
      'textBox 6 Texto del recuadro',
      'equation 8 a=b+c',
      'computedField 13 7',
      'wordResult 13 una cita',
      'image 7 Plano de la oficina',
      'strike 9 tachado',
      'raised 9 2',
      'tab 12 Uno dos',
      'markup 14 **dos**',
      'character 16 U+202E',
    ],
    body: `Notas del documento.

Cien pesos.

Visible al final.

Lea la política antes.

Con recuadro.

Texto del recuadro

Imagen:

Fórmula:

{{_}}Subrayado{{_}}, tachado y m2

{{al centro}} Centrado

{{a la derecha}} A la derecha

Uno dos

Van páginas y una cita.

Van * *dos* * asteriscos y # signo

{{*}}{{*}}# no es título

Raro aquí`,
  },
  'python-docx': {
    fields: ['Detalle: text', 'Asistente: text'],
    omittedItems: [],
    body: `# Acta de reunión

Un párrafo con **negrita** y {{*}}cursiva.{{*}}

## Temas

{{-}} Primer tema
{{-}} Segundo tema
{{1.}} Paso uno
{{1.}} Paso dos

| Cantidad | Detalle |
| 3 | {{detalle}} |

{{nueva página}}

Asistió: {{asistente}}`,
  },
  'google-docs': {
    fields: ['Nombre completo: text', 'Numeración de las cláusulas: clause', 'Firma del titular: signature'],
    omittedItems: [],
    body: `# Autorización

Yo, {{nombre_completo}}, autorizo a **LA EMPRESA** para:

{{a)}} consultar mis datos;
{{a)}} enviarme avisos.

{{cláusula}}. La autorización es libre.

{{cláusula}}. Se puede retirar.

{{cláusula}}. Rige desde la firma.

{{#aquí firma}}
Firma del titular
{{/aquí firma}}`,
  },
  'libreoffice-contrato': {
    fields: ['Arrendador: text', 'Arrendatario: text', 'Dirección: text', 'Canon mensual: money'],
    omittedItems: [],
    body: `# Contrato de arrendamiento

El arrendador **{{arrendador}}** y el arrendatario {{arrendatario}} acuerdan las siguientes cláusulas:

{{cláusula}}: el inmueble de la dirección {{direccion}}.

{{cláusula}}: el canon mensual es de {{canon_mensual}}.

{{cláusula}}: se paga así:

{{a)}} la mitad al inicio;
{{a)}} la otra mitad al final.

{{nueva página}}

Anexo`,
  },
  'libreoffice-tabla': {
    fields: [
      'Serial (Portátil): text',
      'Serial: text',
      'Responsable: text',
      'Fecha: date',
      'Entrega: signature',
      'Recibe: signature',
    ],
    omittedItems: ['mergedCell 8 '],
    body: `# Entrega de equipos

{{columnas: -, -, centro}}
| Equipo | Serial | Estado |
| Portátil | {{serial_portatil}} | bueno |
| | {{serial}} | regular |

Entregado a {{responsable}} el {{fecha|largo}}.

{{#aquí firma}}
Entrega
{{/aquí firma}}
{{#aquí firma}}
Recibe
{{/aquí firma}}`,
  },
  incrustado: {
    fields: [],
    omittedItems: [
      'embedded 2 CLÁUSULA SEGUNDA. El precio es de $ 5.000.000 & IVA. CLÁUSULA TERCERA. El plazo es de seis meses.',
    ],
    body: `CONTRATO DE SUMINISTRO

CLÁUSULA PRIMERA. Objeto: suministro de papel.

Firman las partes.`,
  },
  calculos: {
    text: [
      'Cali, 14 de marzo de 2024',
      'Señor',
      '«nombre»',
      'El valor del canon es de $ «canon» y el IVA es de $ 190.000.',
      'Según la cláusula TERCERA, el arrendatario paga.',
      'Edad: mayor de edad, en Bogotá',
    ],
    fields: ['Fecha de expedición: date', 'Sexo: text', 'Nombre: text', 'Canon: money', 'IVA: money', 'Edad: integer'],
    omittedItems: [
      'wordFormula 2 IF «sexo» = "F" "Señora" "Señor"',
      'wordFormula 4 = «canon» * 0,19',
      'wordResult 5 TERCERA',
      'wordFormula 6 IF «edad» > 18 "mayor de edad" "menor de edad"',
      'landscape 0 ',
      'smallCaps 6 Bogotá',
    ],
    body: `Cali, {{fecha_de_expedicion|largo}}

{{#si sexo = "F"}}Señora{{sino}}Señor{{/si}}

{{nombre}}

El valor del canon es de {{canon}} y el IVA es de {{iva}}.

Según la cláusula TERCERA, el arrendatario paga.

Edad: {{#si edad > "18"}}mayor de edad{{sino}}menor de edad{{/si}}, en Bogotá`,
  },
  firmas: {
    fields: [
      'EL ARRENDADOR: signature',
      'EL PRIMERO: signature',
      'EL SEGUNDO: signature',
      'Dato: text',
      'EL TERCERO: signature',
      'Firma: signature',
    ],
    omittedItems: [],
    body: `Firman:

{{#aquí firma}}
EL ARRENDADOR
NUBIA IBÁÑEZ REY
C.C. 51.765.432
{{/aquí firma}}

Testigos:

{{#aquí firma}}
EL PRIMERO
C.C. 1.020.304
{{/aquí firma}}
{{#aquí firma}}
EL SEGUNDO
{{dato}}
{{/aquí firma}}

Además:

{{#aquí firma}}
EL TERCERO
{{/aquí firma}}
{{#aquí firma}}
Firma
{{/aquí firma}}`,
  },
}
