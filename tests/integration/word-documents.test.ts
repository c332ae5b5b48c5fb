import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Field, Values } from '../../src/domain/fields/field.ts'
import { parseValue } from '../../src/domain/fields/values.ts'
import { readWordDocument } from '../../src/word/reading/read-word-document.ts'
import { buildImportedFormat, createProposalDecisions } from '../../src/word/word-format.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aPublishedFormat, download, requests, settled, take } from '../support/requests.ts'

/** Values as a person types them, by label, and the text of the approved document. Typed by hand from the text that LibreOffice shows. */
const documents: Record<string, { values: Record<string, string>; text: string }> = {
  contrato: {
    values: {
      Nombre: 'Ana Ruiz',
      'Número de cédula': '1.020.304.050',
      'Lugar de expedición': 'Tunja',
      'Nombre del contratista': 'Comercial Andina S. A. S.',
      NIT: '900.123.456-8',
      Valor: '1.000.000',
      'Número de cuotas': '3',
      'Término (meses)': '12',
      'Fecha de inicio': '01/02/2027',
      Ciudad: 'Bogotá D. C.',
      'Fecha de firma': '05/01/2027',
      'Número de cédula 2': '1.020.304.050',
      'NIT 2': '900.123.456-8',
    },
    text: `CONTRATO DE PRESTACIÓN DE SERVICIOS
Entre los suscritos, Ana Ruiz, mayor de edad, identificado con cédula de ciudadanía No. 1.020.304.050 de Tunja, en adelante EL CONTRATANTE, y Comercial Andina S. A. S., con NIT 900.123.456-8, en adelante EL CONTRATISTA, se celebra este contrato.
CLÁUSULA PRIMERA. Objeto. El contratista se obliga a:
a) Entregar los informes.
b) Guardar reserva.
CLÁUSULA SEGUNDA. Valor. El valor es de UN MILLÓN DE PESOS M/CTE ($ 1.000.000,00), pagaderos en 3 cuotas.
PARÁGRAFO 1. Los pagos exigen factura.
PARÁGRAFO 2. El IVA está incluido.
CLÁUSULA TERCERA. Duración. El término es de 12 meses, desde el 01/02/2027.
PARÁGRAFO 1. La prórroga consta por escrito.
Para constancia se firma en la ciudad de Bogotá D. C. el 5 de enero de 2027.
EL CONTRATANTE
C.C. 1.020.304.050
EL CONTRATISTA
NIT 900.123.456-8`,
  },
  combinacion: {
    values: {
      'Nombre del empleado': 'Íñigo Núñez',
      Cedula: '1.020.304.050',
      'Cargo actual': 'Analista',
      Salario: '2.500.000',
    },
    text: `CERTIFICACIÓN LABORAL
Certificamos que Íñigo Núñez, con cédula 1.020.304.050, trabaja como Analista.
A Íñigo Núñez se le paga $ 2.500.000,00 al mes.`,
  },
  'google-docs': {
    values: { 'Nombre completo': 'Ana Ruiz' },
    text: `Autorización
Yo, Ana Ruiz, autorizo a LA EMPRESA para:
a) consultar mis datos;
b) enviarme avisos.
PRIMERA. La autorización es libre.
SEGUNDA. Se puede retirar.
TERCERA. Rige desde la firma.
Firma del titular`,
  },
  'libreoffice-contrato': {
    values: {
      Arrendador: 'Ana Ruiz',
      Arrendatario: 'Luis Díaz',
      Dirección: 'Calle 45 # 13-20',
      'Canon mensual': '1.200.000',
    },
    text: `Contrato de arrendamiento
El arrendador Ana Ruiz y el arrendatario Luis Díaz acuerdan las siguientes cláusulas:
PRIMERA: el inmueble de la dirección Calle 45 # 13-20.
SEGUNDA: el canon mensual es de $ 1.200.000,00.
TERCERA: se paga así:
a) la mitad al inicio;
b) la otra mitad al final.
Anexo`,
  },
  'python-docx': {
    values: { Detalle: 'Resmas de papel', Asistente: 'Ana Ruiz' },
    text: `Acta de reunión
Un párrafo con negrita y cursiva.
Temas
• Primer tema
• Segundo tema
1. Paso uno
2. Paso dos
Cantidad Detalle
3 Resmas de papel
Asistió: Ana Ruiz`,
  },
  firmas: {
    values: { Dato: 'Ana Ruiz' },
    text: `Firman:
EL ARRENDADOR
NUBIA IBÁÑEZ REY
C.C. 51.765.432
Testigos:
EL PRIMERO
C.C. 1.020.304
EL SEGUNDO
Ana Ruiz
Además:
EL TERCERO
Firma`,
  },
  calculos: {
    values: {
      'Fecha de expedición': '05/01/2027',
      Sexo: 'F',
      Nombre: 'Ana Ruiz',
      Canon: '1.000.000',
      IVA: '190.000',
      Edad: '17',
    },
    text: `Cali, 5 de enero de 2027
Señora
Ana Ruiz
El valor del canon es de $ 1.000.000,00 y el IVA es de $ 190.000,00.
Según la cláusula TERCERA, el arrendatario paga.
Edad: menor de edad, en Bogotá`,
  },
  listas: {
    values: {},
    text: `Listas
1. Uno
2. Dos
Texto entre listas.
3. Tres sigue
Otra lista:
1. Empieza de nuevo
2. Comparte los números
a) Letra
i. Romano
3. Tercero
Con viñetas:
• Punto
• Punto dentro
Capítulos:
I. Primero
II. Segundo
II.1 Dentro del segundo
2.1.1 Legal
Sin reinicio:
01) Cero
A. Sigue
02) Otro
B. Sigue también
Sin número`,
  },
  tablas: {
    values: {
      'Nombre completo': 'Ana Ruiz',
      Cédula: '1.020.304.050',
      'Correo electrónico': 'ana@ejemplo.com',
      'Fecha de nacimiento': '03/02/1990',
      Observaciones: 'Ninguna',
    },
    text: `Formulario
Nombre completo Ana Ruiz Cédula 1.020.304.050
Correo electrónico: ana@ejemplo.com Fecha de nacimiento 03/02/1990
Observaciones Ninguna
Ítem Concepto Valor
1 Honorarios $ 100
Viáticos y transporte $ 50
2 dentro de tabla $ 5
A | B es texto.`,
  },
  'libreoffice-tabla': {
    values: { 'Serial (Portátil)': 'AB-1', Serial: 'AB-2', Responsable: 'Luis Díaz', Fecha: '05/01/2027' },
    text: `Entrega de equipos
Equipo Serial Estado
Portátil AB-1 bueno
AB-2 regular
Entregado a Luis Díaz el 5 de enero de 2027.
Entrega
Recibe`,
  },
  controles: {
    values: {
      'Nombre completo': 'Ana Ruiz',
      'Fecha de ingreso': '01/02/2027',
      'Tipo de contrato': 'Término fijo',
      'Acepta el reglamento': 'Sí',
      Ciudad: 'Tunja',
      'Vive solo': 'No',
      Jornada: 'Completa',
    },
    text: `Solicitud de vinculación
Nombre: Ana Ruiz
Ingresa el 1 de febrero de 2027.
Término fijo
☒ Acepta el reglamento
Firmado por Ana Ruiz.
Ciudad: Tunja Vive solo: ☐
Jornada: Completa`,
  },
  cambios: {
    values: {},
    text: `El plazo es de quince días.
Primera parte y su continuación.
Párrafo nuevo.
Aquí: Frase movida.
Fijo Uno
Agregado Tres`,
  },
  blancos: {
    values: {
      Nombre: 'Ana Ruiz',
      'Número de cédula': '1.020.304.050',
      'Lugar de expedición': 'Tunja',
      'Nombre 2': 'Luis Díaz',
      'Codigo cliente': 'C-7',
      'Objeto de la solicitud': 'Permiso',
      Dirección: 'Calle 45 # 13-20',
      Teléfono: '3001234567',
      Correo: 'ana@ejemplo.com',
      'Auxiliar contable': 'Analista',
      Sede: 'Norte',
      Gana: '2.500.000',
      Aumento: '5',
      'Tiene hijos': 'Sí',
      'Vehículo propio': 'Sí',
      'Licencia vigente': 'No',
      'Fecha de nacimiento': '03/02/1990',
      'Fecha de terminación': '31/12/2027',
      Motivo: 'Viaje',
      Ciudad: 'Cali',
      'Nombre de la madre': 'Rosa Paz',
      'Nombre del padre': 'Juan Ruiz',
    },
    text: `Señor Ana Ruiz, identificado con C.C. 1.020.304.050 expedida en Tunja.
Estimado Luis Díaz y familia: su código es C-7.
Asunto: Permiso
Dirección: Calle 45 # 13-20 Teléfono: +57 300 123 4567 Correo: ana@ejemplo.com
Cargo Analista en la sede Norte.
Gana $ 2.500.000,00 mensuales, con un aumento de 5 %.
¿Tiene hijos? Sí X No __
☒ Vehículo propio ☐ Licencia vigente
Nace el 3 de febrero de 1990 y firma hasta el 31/12/2027.
Ver el Título XXX y la nota [1].
Motivo: Viaje
Ciudad Cali
(nombre de la madre) Rosa Paz, y luego Juan Ruiz (nombre del padre)`,
  },
  // The spaces between asterisks are in the list of what is left out.
  notas: {
    values: {},
    text: `Notas del documento.
Cien pesos.
Visible al final.
Lea la política antes.
Con recuadro.
Texto del recuadro
Imagen:
Fórmula:
Subrayado, tachado y m2
Centrado
A la derecha
Uno dos
Van páginas y una cita.
Van * *dos* * asteriscos y # signo
# no es título
Raro aquí`,
  },
}

let admin: Person
let owner: Person
const folder = mkdtempSync(join(tmpdir(), 'word-pdf-'))
beforeAll(async () => {
  ;[admin, owner] = await Promise.all([anAdmin(), aUser()])
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Returns the values of a request from texts by label. Fails if a text has no field or is invalid. */
function parseValues(fields: readonly Field[], texts: Record<string, string>): Values {
  expect(fields.map(({ label }) => label).sort()).toEqual(Object.keys(texts).sort())
  return Object.fromEntries(
    fields.map((field) => {
      const read = parseValue(field, texts[field.label] ?? '', { today: '2026-11-26', country: 'CO' })
      if ('error' in read) throw new Error(`${field.label}: ${read.error}`)
      return [field.key, read.value]
    }),
  ) as Values
}

/** Returns the text of the body: without letterhead, verification and the headers and footers of the pages. */
function getBodyText(bytes: ArrayBuffer): string {
  const file = join(folder, 'document.pdf')
  writeFileSync(file, Buffer.from(bytes))
  const text = execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' })
  const [, body = ''] = /\d+ de [a-z]+ de \d{4}\n([\s\S]*?)\nCompruebe este documento/.exec(text) ?? []
  return body
    .replace(/[A-Z]{4}-\d{4}-\d{6} Página \d+ de \d+\nCódigo [^\f]*?[ap]\.\s+m\.\s/g, '')
    .replace(/(?<=[a-zñáéíóúü])-\n(?=[a-zñáéíóúü])/g, '')
    .replace(/\s+/g, '')
}

it.each(Object.entries(documents))('prints the text of %s.docx in the approved document', async (name, expected) => {
  const bytes = readFileSync(join(import.meta.dirname, '../fixtures/word', `${name}.docx`))
  const document = await readWordDocument(new Uint8Array(bytes))
  const decisions = createProposalDecisions(document.proposals).map((one) => ({ ...one, status: 'accepted' as const }))
  const { body, fields } = buildImportedFormat(document, decisions, 'COP')
  const values = parseValues(fields, expected.values)
  // A format needs one field.
  const own: Field[] = fields.length ? fields : [{ key: 'nota', label: 'Nota', type: 'text' }]
  const format = await aPublishedFormat(admin, { name: 'De Word', body, fields: own, makesFinal: true })
  const { id } = await requests(owner).create({ format: format.id, values })
  await take(owner, 'submit', { ids: [id] })
  await take(admin, 'approve', { ids: [id] })
  const approved = await settled(owner, id)
  expect(approved.documentStatus).toBe('ready')
  const pdf = await (await download(owner, approved)).arrayBuffer()
  expect(getBodyText(pdf)).toBe(expected.text.replace(/\s+/g, ''))
})
