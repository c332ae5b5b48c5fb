import { describe, expect, it } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import { listFieldsAtPosition, readBodyStructure } from '../../../src/formats/body/body-structure.ts'
import { parseBody } from '../../../src/formats/body/parse-body.ts'
import { getDocumentPosition } from '../../../src/formats/body/serialize-body.ts'
import { getTagLabel } from '../../../src/formats/body/tag-label.ts'

const fields: Field[] = [
  { key: 'tipo_contrato', label: 'Tipo de contrato', type: 'choice', options: [{ value: 'obra o labor' }] },
  { key: 'valor', label: 'Valor', type: 'money' },
  { key: 'inicio', label: 'Inicio', type: 'date' },
  { key: 'reserva', label: 'Reserva', type: 'boolean' },
  { key: 'nombre', label: 'Nombre', type: 'text' },
  { key: 'items', label: 'Ítems', type: 'table', columns: [{ key: 'nombre', label: 'Artículo', type: 'text' }] },
]

describe('label of a tag', () => {
  it.each([
    ['{{valor}}', 'value', 'Valor'],
    ['{{ valor | moneda }}', 'value', 'Valor, como dinero'],
    ['{{inicio|letras}}', 'value', 'Inicio, en letras'],
    ['{{nadie}}', 'invalid', 'nadie'],
    ['{{¿?}}', 'invalid', '¿?'],
    ['{{#si tipo_contrato = "obra o labor"}}', 'open', 'si Tipo de contrato es obra o labor'],
    ['{{#si valor > 1.000 y no reserva}}', 'open', 'si Valor es más de 1.000 y Reserva no es Sí'],
    [
      '{{#si (valor > 1 o reserva) y inicio < "01/02/2026"}}',
      'open',
      'si (Valor es más de 1 o Reserva es Sí) y Inicio es antes del 1 de febrero de 2026',
    ],
    ['{{#si vacío(nombre)}}', 'open', 'si no hay Nombre'],
    ['{{#si no vacío(nombre)}}', 'open', 'si hay Nombre'],
    ['{{#nombre}}', 'open', 'si hay Nombre'],
    ['{{#reserva}}', 'open', 'si Reserva es Sí'],
    ['{{#items}}', 'open', 'por cada fila de Ítems'],
    ['{{/items}}', 'close', 'fin de Ítems'],
    ['{{sino}}', 'middle', 'si no'],
    ['{{sino si reserva}}', 'middle', 'si no, si Reserva es Sí'],
    ['{{/si}}', 'close', 'fin del si'],
    ['{{#sin partir}}', 'open', 'Sin partir'],
    ['{{nueva página}}', 'command', 'Nueva página'],
    ['{{columnas: 15, 45 centro, -}}', 'command', 'Columnas: 15 %, 45 % centro, automática'],
    ['{{aquí firman: Recursos Humanos}}', 'command', 'Firmas de la organización: Recursos Humanos'],
    ['{{al centro}}', 'automatic', 'al centro'],
    ['{{tabulación 8,5 cm}}', 'automatic', 'Espacio hasta los 8,5 cm'],
    ['{{tabulación}}', 'automatic', 'Espacio hasta el margen'],
    ['{{2 columnas}}', 'automatic', '2 columnas'],
    ['{{organización}}', 'value', 'La organización'],
    ['{{fecha_documento|letras}}', 'value', 'Fecha del documento, en letras'],
  ])('shows %s', (source, kind, label) => {
    expect(getTagLabel(source, fields)).toEqual({ kind, label })
  })
})

describe('structure of a body', () => {
  const read = (body: string) => readBodyStructure(parseBody(body), fields)

  it('nests the lines between section tags on lines of their own', () => {
    const lines = read(
      'a\n{{#si reserva}}\nb {{#nombre}}c{{/nombre}}\n{{sino}}\n{{#sin partir}}\nd\n{{/sin partir}}\n{{/si}}\ne',
    )
    expect(lines.map(({ depth }) => depth)).toEqual([0, 0, 1, 0, 1, 2, 1, 0, 0])
    expect(lines.map(({ isBracket }) => isBracket)).toEqual([false, true, false, true, true, false, true, true, false])
  })

  it('numbers clauses and items as the document does', () => {
    const lines = read('**{{cláusula}}.**\n{{a)}} x\nsigue\n{{a)}} y\n\n{{a)}} z\n{{1.}} w\n**{{cláusula}}.**')
    expect(lines.map(({ marker }) => marker)).toEqual([
      undefined,
      'a)',
      undefined,
      'b)',
      undefined,
      'a)',
      '1.',
      undefined,
    ])
    expect(lines.flatMap(({ tags }) => tags.map(({ label }) => label))).toEqual(['PRIMERA', 'SEGUNDA'])
  })

  it('numbers nested and continued lists', () => {
    const lines = read('{{1.}} a\n{{>a)}} b\n{{>a)}} c\n{{1.}} d\n\n{{1. sigue}} e\n{{al centro}} f')
    expect(lines.map(({ marker }) => marker)).toEqual(['1.', 'a)', 'b)', '2.', undefined, '3.', undefined])
    expect(lines.map(({ level, align }) => level ?? align)).toEqual([0, 1, 1, 0, undefined, 0, 'center'])
  })

  it('gives the rows of a table the same columns', () => {
    const lines = read('{{columnas: 20, -, 30}}\n| a | b | c |\n{{#items}}\n| d | e |\n{{/items}}\n\n| f |')
    expect(lines.map(({ columns }) => columns)).toEqual([
      undefined,
      'minmax(0, 20fr) minmax(0, 50fr) minmax(0, 30fr)',
      undefined,
      'minmax(0, 20fr) minmax(0, 50fr) minmax(0, 30fr)',
      undefined,
      undefined,
      'minmax(0, 100fr)',
    ])
    expect(lines.map(({ isHeader }) => isHeader)).toEqual([
      undefined,
      true,
      undefined,
      false,
      undefined,
      undefined,
      true,
    ])
  })

  it('finds columns of a table within its section only', () => {
    const body = '{{nombre}}\n{{#items}}\n| {{nombre}} |\n{{/items}}\n{{nombre}}'
    const labels = readBodyStructure(parseBody(body), fields).flatMap(({ tags }) => tags.map(({ label }) => label))
    expect(labels).toEqual(['Nombre', 'por cada fila de Ítems', 'Artículo', 'fin de Ítems', 'Nombre'])
    const known = (offset: number) => {
      const doc = parseBody(body)
      return listFieldsAtPosition(doc, getDocumentPosition(doc, offset), fields)[0]?.label
    }
    expect([known(0), known(body.indexOf('| {')), known(body.length)]).toEqual([
      'Tipo de contrato',
      'Artículo',
      'Tipo de contrato',
    ])
  })

  it('leaves unclosed sections open without an error', () => {
    expect(read('{{/si}}\n{{#si reserva}}\na').map(({ depth }) => depth)).toEqual([0, 0, 1])
  })
})
