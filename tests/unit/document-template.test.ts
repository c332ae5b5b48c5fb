import { describe, expect, test } from 'vitest'
import {
  type Block,
  createSignature,
  type Signature,
  type TextRun,
  toPlainText,
} from '../../src/domain/documents/blocks.ts'
import { removeEmptyValues } from '../../src/domain/documents/document.ts'
import { lacksNitCheckDigit, normalizeTypedId } from '../../src/domain/documents/id-number.ts'
import { getLetterheadLines } from '../../src/domain/documents/issuer.ts'
import { renderBlocks, renderPreview } from '../../src/domain/documents/render.ts'
import { resolveSigners } from '../../src/domain/documents/signers.ts'
import { validateTemplate } from '../../src/domain/documents/template-check.ts'
import type { Field, Values } from '../../src/domain/fields/field.ts'
import type { FieldType } from '../../src/domain/fields/field-types.ts'
import { renameField } from '../../src/domain/formats/rename.ts'
import { aModel } from '../support/example-documents.ts'

function field(key: string, type: FieldType = 'text', more: Partial<Field> = {}): Field {
  return { key, label: `Campo ${key}`, type, ...more }
}

const fields = [
  field('nombre'),
  field('nota', 'longText'),
  field('fecha', 'date'),
  field('valor', 'money', { currency: 'COP' }),
  field('con_valor', 'boolean'),
  field('oculto', 'text', { visibleIf: { key: 'con_valor', equals: true } }),
  field('letras', 'computed', { formula: 'enLetras(valor)' }),
  field('total', 'computed', { formula: 'suma(items.valor)' }),
  field('items', 'table', {
    columns: [field('codigo'), field('nombre', 'text', { label: 'Artículo' }), field('valor', 'decimal')],
  }),
]

/** Returns each block in one line: kind and text, with bold in asterisks, italics in slashes and blanks in brackets. */
function said(body: string, values: Values = {}): string[] {
  return renderBlocks(body, fields, values).map(show)
}

function runs(list: readonly TextRun[]): string {
  return list
    .map(({ text, bold, italic, missing }) => {
      const styled = italic ? `/${text}/` : text
      return missing === undefined ? (bold ? `*${styled}*` : styled) : `[${missing}]`
    })
    .join('')
}

function show(block: Block) {
  if (block.kind === 'heading') return `h${block.level} ${runs(block.runs)}`
  if (block.kind === 'paragraph') return `p ${runs(block.runs)}`
  if (block.kind === 'page') return 'page'
  if (block.kind === 'list') return `list ${block.items.map((item) => `${item.marker} ${runs(item.runs)}`).join(' / ')}`
  if (block.kind === 'signatures')
    return `sign ${block.entries.map(({ lines }) => lines.map(runs).join('; ')).join(' / ')}${block.place ? ' here' : ''}`
  const lines = [block.header ?? [], ...block.rows].map((cells) => cells.map((cell) => runs(cell.runs)).join('|'))
  return `table ${block.align.join(',')} ${lines.join(' / ')}`
}

test('ends a sentence with one full stop after a value that ends with one', () => {
  const nombre = 'Andina S. A. S.'
  expect(said('Firma {{nombre}}. Fin.', { nombre })).toEqual(['p Firma Andina S. A. S. Fin.'])
  expect(said('Firma **{{nombre}}**. {{#nombre}}De {{nombre}}{{/nombre}}.', { nombre })).toEqual([
    'p Firma *Andina S. A. S.* De Andina S. A. S.',
  ])
  expect(said('{{nombre}}... {{nota}}.', { nombre, nota: 'Uno' })).toEqual(['p Andina S. A. S.... Uno.'])
})

describe('lists typed as text', () => {
  test.each([
    ['Piezas:\n- 12 piezas\n- 2 vallas\nTotal: 14', ['p Piezas:', 'list • 12 piezas / • 2 vallas', 'p Total: 14']],
    ['– una\n• dos\n* tres', ['list • una / • dos / • tres']],
    ['- 12 piezas', ['list • 12 piezas']],
    ['1. uno\n2. dos\n10. diez', ['list 1. uno / 2. dos / 10. diez']],
    ['3) tres\n4) cuatro', ['list 3) tres / 4) cuatro']],
    ['a) uno\nc) tres', ['list a) uno / c) tres']],
    ['1. uno\n- punto\n2. dos', ['list 1. uno', 'list • punto', 'list 2. dos']],
    ['-5 grados\n12.5 kilos\n2026. Año\na. m.\n-\nI. Parte\n0. cero', null],
    ['Avenida 3 - 45\nPiso 1. Oficina 2', null],
  ] as const)('are lists in the value «%s»', (nota, expected) => {
    expect(said('{{nota}}', { nota })).toEqual(expected ?? [`p ${nota}`])
  })

  test('are lists in the body, with the values of their lines', () => {
    expect(said('Pide:\n- {{nombre}}, **hoy**\n- {{nota}}\n\n1. {{nombre}}', { nombre: 'Ana' })).toEqual([
      'p Pide:',
      'list • Ana, *hoy* / • [Campo nota]',
      'list 1. Ana',
    ])
    expect(removeEmptyValues(renderBlocks('- {{nombre}}\n- {{nota}}', fields, { nombre: 'Ana' })).map(show)).toEqual([
      'list • Ana',
    ])
  })

  test('are text if the marker is bold, or the paragraph is centred', () => {
    expect(said('**1. Objeto.** Se obliga\na cumplir')).toEqual(['p *1. Objeto.* Se obliga\na cumplir'])
    expect(said('{{al centro}} - 5 -')).toEqual(['p - 5 -'])
  })

  test('are text in a value of thousands of lines', () => {
    expect(said('{{nota}}', { nota: '- uno\n'.repeat(1_000).trim() })[0]).toMatch(/^list /)
    expect(said('{{nota}}', { nota: '- uno\n'.repeat(1_001).trim() })[0]).toMatch(/^p - uno\n/)
  })

  test('follow the text before them on the same line', () => {
    const nota = 'lo siguiente:\n- uno\n- dos'
    expect(said('Por concepto de {{nota}}.', { nota })).toEqual([
      'p Por concepto de lo siguiente:',
      'list • uno / • dos.',
    ])
  })
})

describe('body markup', () => {
  test('renders headings, paragraphs, line breaks and bold', () => {
    expect(said('# Título\n## Subtítulo\nuno\ndos **fuerte** tres\n\notro')).toEqual([
      'h1 Título',
      'h2 Subtítulo',
      'p uno\ndos *fuerte* tres',
      'p otro',
    ])
  })

  test('accepts Windows line ends', () => {
    expect(said('# A\r\nuno\r\n\r\ndos')).toEqual(['h1 A', 'p uno', 'p dos'])
  })

  test('allows values and line breaks in bold', () => {
    expect(said('**{{nombre}}\ny** más', { nombre: 'Ana' })).toEqual(['p *Ana**\n**y* más'])
  })

  test('renders italics across values, lines, headings, cells and items, also within bold', () => {
    expect(said('uno {{*}}dos {{nombre}}\ny{{*}} más', { nombre: 'Ana' })).toEqual(['p uno /dos //Ana//\n//y/ más'])
    expect(said('**a {{*}}b{{ * }} c** {{*}}d **e**{{*}}')).toEqual(['p *a **/b/** c* /d /*/e/*'])
    expect(said('# El {{*}}Quijote{{*}}\n{{a)}} {{*}}uno{{*}}\n\n{{*}}sola{{*}}')).toEqual([
      'h1 El /Quijote/',
      'list a) /uno/',
      'p /sola/',
    ])
    expect(said('| {{*}}A{{*}} | B |\n| {{*}}{{nombre}}{{*}} | *c* |', { nombre: '{{*}}x{{*}}' })).toEqual([
      'table start,start /A/|B / /{{*}}x{{*}}/|*c*',
    ])
    expect(said('{{#aquí firma}}\n{{*}}Ana{{*}}\n{{/aquí firma}}')).toEqual(['sign /Ana/'])
    // A single tag has no effect, and single asterisks are text.
    expect(said('uno {{*}}dos\n\n5 * 3 *no*')).toEqual(['p uno dos', 'p 5 * 3 *no*'])
    expect(said('{{*}}{{nota}}{{*}}')).toEqual(['p [Campo nota]'])
  })

  test('leaves an unpaired asterisk pair as text', () => {
    expect(said('dos ** asteriscos')).toEqual(['p dos ** asteriscos'])
  })

  test('formats values with their style', () => {
    expect(said('{{fecha|largo}} {{nombre|mayusculas}}', { fecha: '2020-02-03', nombre: 'Peña' })).toEqual([
      'p 3 de febrero de 2020 PEÑA',
    ])
  })
})

describe('sections', () => {
  const body = 'Antes{{#nombre}} de {{nombre}}{{/nombre}}.'
  test('show if the value is present', () => {
    expect(said(body, { nombre: 'Ana' })).toEqual(['p Antes de Ana.'])
    expect(said(body)).toEqual(['p Antes.'])
  })

  test('show for a true boolean and for zero', () => {
    expect(said('a{{#con_valor}}b{{/con_valor}}', { con_valor: false })).toEqual(['p a'])
    expect(said('a{{#con_valor}}b{{/con_valor}}', { con_valor: true })).toEqual(['p ab'])
    expect(said('a{{#valor}}b{{/valor}}', { valor: '0' })).toEqual(['p ab'])
  })

  test('contain whole paragraphs and headings, and their tags add no line', () => {
    const template = 'uno\n\n{{#nombre}}\n## Para {{nombre}}\ndos\n\n{{/nombre}}\ntres'
    expect(said(template, { nombre: 'Ana' })).toEqual(['p uno', 'h2 Para Ana', 'p dos', 'p tres'])
    expect(said(template)).toEqual(['p uno', 'p tres'])
  })

  test('remove an empty line without splitting the paragraph', () => {
    expect(said('uno\n{{#nombre}}a {{nombre}}{{/nombre}}\ndos')).toEqual(['p uno\ndos'])
    expect(said('uno\n{{#nombre}}\na {{nombre}}\n{{/nombre}}\ndos')).toEqual(['p uno\ndos'])
    expect(said('uno\n{{#nombre}}\na\n{{/nombre}}\n\ndos')).toEqual(['p uno', 'p dos'])
  })

  test('hide if the condition of the field is not met, whatever its value', () => {
    expect(said('a{{#oculto}}b{{/oculto}}', { con_valor: false, oculto: 'x' })).toEqual(['p a'])
  })

  test('render despite a missing or repeated closing tag', () => {
    expect(said('a {{#nombre}}b', { nombre: 'x' })).toEqual(['p a b'])
    expect(said('a {{/nombre}}b')).toEqual(['p a b'])
  })
})

describe('tables', () => {
  const body =
    '| Código | Artículo | Valor |\n|---|---|---|\n{{#items}}\n| {{codigo}} | {{nombre}} | {{valor}} |\n{{/items}}\n| | **Total** | {{total}} |'
  const items = [
    { codigo: 'A1', nombre: 'Tornillo', valor: '2' },
    { codigo: 'B|2', nombre: '**x** {{nombre}}', valor: '3.5' },
  ]

  test('repeat rows, prefer columns over fields of the same key, and align numbers to the end', () => {
    expect(said(body, { nombre: 'Ana', items, total: '5.5' })).toEqual([
      'table start,start,end Código|Artículo|Valor / A1|Tornillo|2 / B|2|**x** {{nombre}}|3,5 / |*Total*|5,5',
    ])
    const [table] = renderBlocks(body, fields, { nombre: 'Ana', items })
    expect(table?.kind === 'table' && table.rows.every((row) => row.length === 3)).toBe(true)
  })

  test('align numeric choices to the end and codes to the start', () => {
    const column = (key: string, values: string[]) =>
      field(key, 'choice', { options: values.map((value) => ({ value })) })
    const columns = [column('iva', ['0', '5', '19']), column('placa', ['01', '02']), column('unidad', ['1', 'caja'])]
    const [table] = renderBlocks(
      '| IVA | Placa | Unidad |\n{{#items}}\n| {{iva}} % | {{placa}} | {{unidad}} |\n{{/items}}',
      [field('items', 'table', { columns })],
      { items: [{ iva: '19', placa: '01', unidad: '1' }] },
    )
    expect(table).toMatchObject({ align: ['end', 'start', 'start'] })
  })

  test('omit a header of empty cells', () => {
    const [table] = renderBlocks('| | |\n| a | {{nombre}} |', fields, { nombre: 'Ana' })
    expect(table).toMatchObject({ kind: 'table', header: null, align: ['start', 'start'] })
  })

  test('read the row before the fields in a section', () => {
    const row = '| A |\n{{#items}}\n| {{codigo}}{{#nombre}}: {{nombre}}{{/nombre}} |\n{{/items}}'
    expect(said(row, { nombre: 'Ana', items: [{ codigo: 'A1' }] })).toEqual(['table start A / A1'])
  })

  test('repeat paragraphs for rows', () => {
    expect(said('{{#items}}\n{{codigo}}. {{nombre}}\n\n{{/items}}', { items })).toEqual([
      'p A1. Tornillo',
      'p B|2. **x** {{nombre}}',
    ])
  })
})

describe('value with markup', () => {
  const hostile = [
    '{{nombre}}',
    '{{#con_valor}}',
    '**fuerte**',
    '# título',
    '| a | b |',
    '<img src=x onerror=alert(1)>',
    'a\n\n# b\n| c |',
    '$& $1 \\1',
  ]
  test.each(hostile)('is printed literally: %s', (nombre) => {
    const [block, ...more] = renderBlocks('{{nombre}}', fields, { nombre, con_valor: true })
    expect(more).toEqual([])
    expect(block).toEqual({ kind: 'paragraph', runs: [{ text: nombre, bold: false, key: 'nombre' }] })
  })
})

describe('missing value', () => {
  test('is shown as a gap with its label in the preview', () => {
    expect(said('Yo, {{nombre}}, el {{fecha}}')).toEqual(['p Yo, [Campo nombre], el [Campo fecha]'])
  })

  test('is omitted from print, with lines that contain only gaps', () => {
    const blocks = removeEmptyValues(
      renderBlocks('Señor\n{{nombre}}\nCiudad\n\n{{nota}}\n\n**Nota:** {{nota}}\n\n{{nota}}, fin', fields, {}),
    )
    expect(blocks.map((block) => 'runs' in block && toPlainText(block.runs))).toEqual(['Señor\nCiudad', ', fin'])
  })
})

describe('validate template', () => {
  const errors = (body: string) => validateTemplate(body, fields).map(({ line, code, key }) => `${line} ${code} ${key}`)

  test('accepts a valid body', () => {
    expect(
      errors('# T\n{{nombre}} {{ fecha | largo }} {{valor|moneda}}{{#con_valor}} {{letras|mayusculas}}{{/con_valor}}'),
    ).toEqual([])
    expect(errors('# {{*}}T{{*}}\n**{{*}}{{nombre}}\ny{{*}} a** {{*}}{{fecha|largo}}{{*}}')).toEqual([])
    expect(errors('| A |\n{{#items}}\n| {{codigo}} {{fecha}} |\n{{/items}}')).toEqual([])
  })

  test.each([
    ['uno\n{{nadie}}', '2 template.key nadie'],
    ['{{#nadie}}x{{/nadie}}', '1 template.key nadie'],
    ['{{codigo}}', '1 template.key codigo'],
    ['{{nombre|gritado}}', '1 template.style gritado'],
    ['{{nombre|largo}}', '1 template.style largo'],
    ['{{items}}', '1 template.table items'],
    ['a\n{{#nombre}}', '2 template.section nombre'],
    ['{{/nombre}}', '1 template.section nombre'],
    ['{{nombre', '1 template.tag {{nombre'],
    ['{{Nombre Completo}}', '1 template.tag {{Nombre Completo}}'],
    ['{{nombre|}}{{}}', '1 template.tag {{}}'],
    ['uno **dos\n\ntres', '1 template.bold **'],
    ['| **a | b** |', '1 template.bold **'],
    ['uno\nuno {{*}}dos\n\n{{*}}tres', '2 template.italic {{*}}'],
    ['| {{*}}{{nombre}} | {{nombre|mayusculas}}{{*}} |', '1 template.italic {{*}}'],
    ['# uno {{ * }}\ndos{{*}}', '1 template.italic {{*}}'],
    ['{{*}}{{a)}} uno{{*}}', '1 template.item {{a)}}'],
  ])('reports the error of %j', (body, fault) => {
    expect(errors(body)).toContain(fault)
  })

  test('reports crossed sections', () => {
    expect(errors('{{#nombre}}{{#fecha}}{{/nombre}}{{/fecha}}').length).toBeGreaterThan(0)
  })
})

describe('conditions', () => {
  const asked = [
    field('tipo', 'choice', { options: [{ value: 'CC', aliases: ['Cédula'] }, { value: 'obra o labor' }] }),
    field('varios', 'choices', { options: [{ value: 'a' }, { value: 'b' }] }),
    field('monto', 'money', { currency: 'COP', min: '0.01' }),
    field('otro', 'decimal'),
    field('inicio', 'date', { max: 'today' }),
    field('fin', 'date'),
    field('si_no', 'boolean'),
    field('nota'),
    field('dias', 'computed', { formula: 'diasEntre(inicio, fin)' }),
  ]
  const answers: Values = {
    tipo: 'obra o labor',
    varios: ['a'],
    monto: '1500000.50',
    otro: '12',
    inicio: '2026-01-31',
    fin: '2026-02-01',
    si_no: false,
    dias: '1',
  }
  const isTrue = (condition: string, over: Values = {}) => {
    const body = `{{#si ${condition}}}sí{{sino}}no{{/si}}`
    expect(validateTemplate(body, asked), condition).toEqual([])
    const [block] = renderBlocks(body, asked, { ...answers, ...over })
    return block?.kind === 'paragraph' && toPlainText(block.runs) === 'sí'
  }

  test.each([
    ['tipo = "obra o labor"', true],
    ['tipo = «CC»', false],
    ["tipo = 'Cédula'", false],
    ['tipo != "CC"', true],
    ['varios = "a"', true],
    ['varios = "b"', false],
    ['monto > 1.500.000', true],
    ['monto >= "$ 1.500.000,50"', true],
    ['monto < 1500000', false],
    ['monto = 1.500.000,50', true],
    ['otro <= 12', true],
    ['otro > monto', false],
    ['inicio < fin', true],
    ['fin >= "1 de febrero de 2026"', true],
    ['fin = 01/02/2026', true],
    ['dias = 1', true],
    ['dias > 1', false],
    ['si_no', false],
    ['no si_no', true],
    ['si_no = "No"', true],
    ['vacío(si_no)', false],
    ['vacío(nota)', true],
    ['vacía nota', true],
    ['nota = "x"', false],
    ['nota != "x"', true],
    ['nota o tipo = "CC" o otro = 12', true],
    ['tipo y no nota y (si_no o varios)', true],
    ['no (tipo y varios)', false],
    ['nota y nota o tipo', true],
  ])('are evaluated: %s', (condition, expected) => expect(isTrue(condition)).toBe(expected))

  test('match an option by its alias', () => {
    expect(isTrue('tipo = "cedula"', { tipo: 'CC' })).toBe(true)
  })

  test('report invalid values, comparisons and fields with their line', () => {
    const errors = (condition: string) =>
      validateTemplate(`uno\n{{#si ${condition}}}x{{/si}}`, asked).map(
        ({ line, code, key }) => `${line} ${code} ${key}`,
      )
    expect(errors('tipo = "pasaporte"')).toEqual(['2 template.compare pasaporte'])
    expect(errors('monto > "mucho"')).toEqual(['2 template.compare mucho'])
    expect(errors('inicio < "31/02/2026"')).toEqual(['2 template.compare 31/02/2026'])
    expect(errors('nota > "a"')).toEqual(['2 template.compare a'])
    expect(errors('inicio < monto')).toEqual(['2 template.compare monto'])
    expect(errors('nadie = "x" y vacío(ninguno)')).toEqual(['2 template.key nadie', '2 template.key ninguno'])
    for (const odd of ['tipo =', '= "x"', 'tipo == "x"', 'tipo = "x', '(nota', 'nota)', 'nota y', 'nota otro', ''])
      expect(errors(odd), odd).toContain(odd ? `2 template.condition {{#si ${odd}}}` : '2 template.key si')
  })

  test('show the first true branch and read the row before the fields', () => {
    const body = (sign: string) => `{{#si nombre = "${sign}"}}a{{sino si vacío(nota)}}b{{sino}}c{{/si}}`
    expect(said(body('x'), { nombre: 'x' })).toEqual(['p a'])
    expect(said(body('x'), { nombre: 'y' })).toEqual(['p b'])
    expect(said(body('x'), { nombre: 'y', nota: 'z' })).toEqual(['p c'])
    const rows = '{{#items}}\n{{#si valor > 1}}\n{{codigo}}: {{valor}}\n\n{{/si}}\n{{/items}}'
    expect(
      said(rows, {
        valor: '0',
        items: [
          { codigo: 'A', valor: '1' },
          { codigo: 'B', valor: '2' },
        ],
      }),
    ).toEqual(['p B: 2'])
  })

  test('add no line for tags alone on a line', () => {
    const body = 'uno\n{{#si nombre}}\ndos\n{{sino}}\ntres\n{{/si}}\ncuatro'
    expect(said(body, { nombre: 'Ana' })).toEqual(['p uno\ndos\ncuatro'])
    expect(said(body)).toEqual(['p uno\ntres\ncuatro'])
  })

  test('compare a value as literal text', () => {
    for (const nombre of ['" o nota = "', '{{#si nota}}', 'x" y no vacío(nota) o "'])
      expect(said('{{#si nombre = "x"}}a{{sino}}b{{/si}}', { nombre })).toEqual(['p b'])
  })

  test('allow fields named like keywords', () => {
    const own = [field('si', 'boolean'), field('sino'), field('columnas'), field('firma')]
    const body = '{{#si}}sí {{sino}}{{/si}}\n\n{{sino}}\n\n{{columnas}} {{#firma}}{{firma}}{{/firma}}'
    expect(validateTemplate(body, own)).toEqual([])
    expect(renderBlocks(body, own, { si: true, sino: 'S', columnas: 'C', firma: 'F' }).map(show)).toEqual([
      'p sí S',
      'p S',
      'p C F',
    ])
  })
})

describe('format value with style', () => {
  const fields = [
    field('tipo', 'choice', {
      options: [{ value: 'CC' }, { value: 'CE' }, { value: 'TI' }, { value: 'PA' }, { value: 'NIT' }],
    }),
    field('fines', 'choices', { options: ['uno', 'dos', 'historia'].map((value) => ({ value })) }),
    field('n', 'decimal', { decimals: 1 }),
  ]
  const printedAs = (style: string, key: string, value: Values[string]) => {
    const body = `{{${key}|${style}}}`
    expect(validateTemplate(body, fields)).toEqual([])
    return renderBlocks(body, fields, { [key]: value })
      .map(show)
      .join()
  }

  test.each([
    ['CC', 'cédula de ciudadanía'],
    ['CE', 'cédula de extranjería'],
    ['TI', 'tarjeta de identidad'],
    ['PA', 'pasaporte'],
    ['NIT', 'NIT'],
  ])('names kind %s as %s', (kind, name) => {
    expect(printedAs('cédula', 'tipo', kind)).toBe(`p ${name}`)
    expect(printedAs('Cédula', 'tipo', kind).slice(2, 5)).toBe(`${name[0]?.toUpperCase()}${name.slice(1, 3)}`)
  })

  test.each([
    ['{{n}}', 'CC', '1020304050', '1.020.304.050'],
    ['{{n|documento}}', 'CC', '1020304050', 'cédula de ciudadanía N.º 1.020.304.050'],
    ['{{n|Documento}}', 'CE', '345678', 'Cédula de extranjería N.º 345.678'],
    ['{{n|documento}}', 'NIT', '900123456-8', 'NIT 900.123.456-8'],
    ['{{n|documento}}', 'PA', 'AB123456', 'pasaporte N.º AB123456'],
    ['{{n|Documento}}', undefined, '1020304050', 'Documento de identidad N.º 1.020.304.050'],
    ['{{n|documento}}', undefined, '900123456-8', 'NIT 900.123.456-8'],
    ['{{n}}', 'PA', '1234567', '1234567'],
    ['{{n}}', 'CC', '0016480894', '0016480894'],
    ['{{n}}', 'TI', '99010112345', '99.010.112.345'],
    ['{{n|mayusculas}}', 'CC', '999', '999'],
  ])('prints %s of the identity document %s %s', (body, tipo, n, expected) => {
    const fields = [field('tipo', 'text'), field('n', 'idDocument', { kindFrom: 'tipo' })]
    expect(validateTemplate(body, fields)).toEqual([])
    expect(renderBlocks(body, fields, { n, ...(tipo && { tipo }) }).map(show)).toEqual([`p ${expected}`])
  })

  test.each([
    ['NIT 900123456-8', 'NIT 900.123.456-8'],
    ['NIT 900.123.456-8', 'NIT 900.123.456-8'],
    ['nit. 900 123 456-8', 'NIT 900.123.456-8'],
    ['900123456-8', 'NIT 900.123.456-8'],
    ['900.123.456-8', 'NIT 900.123.456-8'],
    ['9001234568', 'NIT 900.123.456-8'],
    ['NIT 9001234568', 'NIT 900.123.456-8'],
    ['52345678', 'Documento de identidad N.º 52.345.678'],
    ['52.345.678', 'Documento de identidad N.º 52.345.678'],
    ['0052345678', 'Documento de identidad N.º 0052345678'],
    ['2024', '2024'],
    ['CC 52345678', 'C. C. 52.345.678'],
    ['C. C. 52345678', 'C. C. 52.345.678'],
    ['Cédula de ciudadanía N.º 52345678', 'Cédula de ciudadanía N.º 52.345.678'],
    ['Resolución 12345678 de 2020', 'Resolución 12345678 de 2020'],
    ['T. P. 123456', 'T. P. 123456'],
    ['', ''],
  ])('normalizes «%s» in free text to «%s»', (text, expected) => expect(normalizeTypedId(text)).toBe(expected))

  test.each([
    ['CO', '900123456-8', 'NIT 900.123.456-8'],
    ['CO', 'NIT 900.123.456-8', 'NIT 900.123.456-8'],
    ['CO', '900123456', 'NIT 900.123.456'],
    ['CO', '52.345.678-3', 'NIT 52.345.678-3'],
    ['PE', '900123456-8', 'NIT 900.123.456-8'],
    ['PE', '20100070970', 'RUC 20100070970'],
    ['EC', '1790016919001', 'RUC 1790016919001'],
    ['CL', '76.086.428-5', 'RUT 76.086.428-5'],
    ['CL', '760864285', 'RUT 76.086.428-5'],
    ['AR', '30-50000661-3', 'CUIT 30-50000661-3'],
    ['MX', 'SAT970701NN3', 'RFC SAT970701NN3'],
    ['MX', 'RFC SAT970701NN3', 'RFC SAT970701NN3'],
    ['CO', '0', '0'],
    ['CO', '', ''],
  ] as const)('names the tax number of an organisation in %s: «%s» is «%s»', (country, id, expected) =>
    expect(getLetterheadLines({ name: 'Acme', id, city: '' }, country)).toEqual(expected ? [[expected]] : []),
  )

  test.each([
    ['900123456', true],
    ['900.123.456', true],
    ['NIT 900123456', true],
    ['N.I.T. 900.123.456', true],
    ['900123456-7', true],
    ['9001234567', true],
    ['NIT 12345678', true],
    ['900123456-8', false],
    ['NIT. 900.123.456-8', false],
    ['9001234568', false],
    ['1020304050', false],
    ['C. C. 900123456', false],
    ['Resolución 900123456', false],
    ['', false],
  ])('finds the missing or wrong check digit of the Colombian NIT «%s»: %s', (id, expected) => {
    expect(lacksNitCheckDigit(id, 'CO')).toBe(expected)
    expect(lacksNitCheckDigit(id, 'CL')).toBe(false)
  })

  test('lists several values as a sentence', () => {
    expect(printedAs('lista', 'fines', ['uno'])).toBe('p uno')
    expect(printedAs('lista', 'fines', ['uno', 'dos'])).toBe('p uno y dos')
    expect(printedAs('lista', 'fines', ['uno', 'dos', 'historia'])).toBe('p uno, dos e historia')
    expect(printedAs('lista', 'fines', ['uno y dos', 'historia'])).toBe('p uno y dos; e historia')
    expect(printedAs('lista', 'fines', ['uno', 'dos, tres', 'uno y dos'])).toBe('p uno; dos, tres; y uno y dos')
  })

  test.each([
    ['hora/horas', '1', '1 hora'],
    ['hora/horas', '2', '2 horas'],
    ['hora/horas', '3.5', '3,5 horas'],
    ['hora/horas', '0', '0 horas'],
    ['letras un día/días', '1', 'un (1) día'],
    ['letras un día/días', '21', 'veintiún (21) días'],
    ['letras un día/días', '30', 'treinta (30) días'],
    ['letras una cuota/cuotas', '1', 'una (1) cuota'],
    ['letras una cuota/cuotas', '31', 'treinta y una (31) cuotas'],
    ['letras una hora/horas', '200', 'doscientas (200) horas'],
    ['letras una hora/horas', '501', 'quinientas una (501) horas'],
    ['letras una hora/horas', '2.5', 'dos coma cinco (2,5) horas'],
  ])('prints %s of %s', (style, value, expected) => {
    expect(printedAs(style, 'n', value)).toBe(`p ${expected}`)
  })

  test('rejects a style that does not match the field type', () => {
    const codes = ['{{n|cédula}}', '{{tipo|lista}}', '{{tipo|día/días}}', '{{n|a/b/c}}', '{{n|/días}}'].map(
      (body) => validateTemplate(body, fields)[0]?.code,
    )
    expect(codes).toEqual(Array(5).fill('template.style'))
  })
})

describe('special blocks', () => {
  test('numbers clauses, also after an omitted clause', () => {
    const body = 'x{{#nombre}}\n\n**{{cláusula}}. Uno.** a{{/nombre}}\n\n**{{cláusula}}. Dos.** b\n\n{{cláusula}}. c'
    expect(said(body, { nombre: 'Ana' })).toEqual([
      'p x',
      'p *PRIMERA**. Uno.* a',
      'p *SEGUNDA**. Dos.* b',
      'p TERCERA. c',
    ])
    expect(said(body)).toEqual(['p x', 'p *PRIMERA**. Dos.* b', 'p SEGUNDA. c'])
    const names = said('{{cláusula}}\n\n'.repeat(101)).map((one) => one.slice(2))
    expect([7, 8, 10, 11, 12, 13, 19, 20, 21, 32, 99, 101].map((place) => names[place - 1])).toEqual([
      'SÉPTIMA',
      'OCTAVA',
      'DÉCIMA',
      'UNDÉCIMA',
      'DUODÉCIMA',
      'DÉCIMA TERCERA',
      'DÉCIMA NOVENA',
      'VIGÉSIMA',
      'VIGÉSIMA PRIMERA',
      'TRIGÉSIMA SEGUNDA',
      'NONAGÉSIMA NOVENA',
      '101.ª',
    ])
  })

  test('renders bullets, letters and numbers, and starts a new list after a blank line', () => {
    expect(
      said('{{-}} uno\n{{-}} dos **y** {{nombre}}\nsigue\n\n{{a)}} a\n{{a)}} b\n\n{{a)}} c\n{{1.}} d', {
        nombre: 'Ana',
      }),
    ).toEqual(['list • uno / • dos *y* Ana\nsigue', 'list a) a / b) b', 'list a) c', 'list 1. d'])
    expect(said('{{1.}} x\n'.repeat(28).replaceAll('1.', 'a)'))[0]).toContain('z) x / aa) x / ab) x')
  })

  test('renders one item for each row and none for hidden sections', () => {
    const items = [{ codigo: '{{a)}} A' }, { codigo: '- B' }]
    const body =
      'Obligaciones:\n\n{{#items}}\n{{a)}} {{codigo}}\n{{/items}}\n{{#nota}}\n{{a)}} {{nota}}\n{{/nota}}\n{{a)}} fin'
    expect(said(body, { items })).toEqual(['p Obligaciones:', 'list a) {{a)}} A / b) - B / c) fin'])
  })

  test('omits an empty item and renumbers the rest', () => {
    const blocks = removeEmptyValues(renderBlocks('{{a)}} uno\n{{a)}} Correo: {{nombre}}\n{{a)}} tres', fields, {}))
    expect(blocks.map(show)).toEqual(['list a) uno / b) tres'])
  })

  test('reports text before a list mark and tags that are not alone on their line', () => {
    const errors = (body: string) =>
      validateTemplate(body, fields).map(({ line, code, key }) => `${line} ${code} ${key}`)
    expect(errors('x {{-}} uno')).toEqual(['1 template.item {{-}}'])
    expect(errors('{{nombre}} {{a)}} uno')).toEqual(['1 template.item {{a)}}'])
    expect(errors('x\n\ny {{nueva página}}')).toEqual(['3 template.alone {{nueva página}}'])
    expect(errors('{{#sin partir}} x\n{{/sin partir}}')).toEqual(['1 template.alone {{#sin partir}}'])
    expect(errors('{{#aquí firma}}\nx')).toEqual(['1 template.section aquí firma'])
    expect(errors('{{columnas: mucho}}')).toEqual(['1 template.columns {{columnas: mucho}}'])
    expect(errors('{{columnas: 50, 60, derecha}}')).toEqual(['1 template.columns {{columnas: 50, 60, derecha}}'])
    expect(errors('{{-}} **a\n{{-}} b**')).toContain('1 template.bold **')
    expect(errors('{{-}} **a**\n{{#nombre}}\n{{-}} b\n{{/nombre}}\n{{#nombre}}{{-}} c{{/nombre}}')).toEqual([])
  })

  test('renders page breaks and unbroken sections', () => {
    const body = 'a\n{{nueva página}}\nb\n\n{{#sin partir}}\n## c\nd\n\ne\n{{/sin partir}}\nf'
    const blocks = renderBlocks(body, fields, {})
    expect(blocks.map(show)).toEqual(['p a', 'page', 'p b', 'h2 c', 'p d', 'p e', 'p f'])
    const together = blocks.map((block) => block.together ?? 0)
    expect(together.map((one) => one === together[3] && one > 0)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
      false,
    ])
  })

  test('applies requested alignments and widths of columns, with defaults for the rest', () => {
    const table = '| A | B | C |\n{{#items}}\n| {{codigo}} | {{nombre}} | {{valor}} |\n{{/items}}'
    const items = [{ codigo: 'x', nombre: 'y', valor: '1' }]
    const [first, second] = renderBlocks(`{{columnas: 20 centro, -, 15%}}\n${table}\n\n${table}`, fields, { items })
    expect(first).toMatchObject({ align: ['center', 'start', 'end'], shares: [20, null, 15] })
    expect(second).toMatchObject({ align: ['start', 'start', 'end'] })
    expect(second).not.toHaveProperty('shares')
  })

  test('counts the rows after repeated rows as totals', () => {
    const table = (rows: string) => `| A | B |\n${rows}\n| **Total** | {{total}} |\n| x | y |`
    const items = [
      { codigo: 'x', valor: '1' },
      { codigo: 'y', valor: '1' },
    ]
    const totals = (body: string) =>
      renderBlocks(body, fields, { items }).map((block) => block.kind === 'table' && block.totals)
    expect(totals(table('{{#items}}\n| {{codigo}} | {{valor}} |\n{{/items}}'))).toEqual([2])
    expect(totals(table('| {{#items}}{{codigo}}, {{/items}} | b |'))).toEqual([0])
    expect(totals('{{#items}}\n| {{codigo}} |\n{{/items}}')).toEqual([0])
  })

  test('groups signatures side by side and inserts the signatory of the organisation', () => {
    const body =
      'Hola\n\n{{#aquí firma}}\n{{nombre}}\nC. C. {{codigo_x}}\n{{/aquí firma}}\n{{#nota}}\n{{#aquí firma}}\n{{nota}}\n{{/aquí firma}}\n{{/nota}}\n\n{{aquí firman: Recursos Humanos}}'
    const own = [...fields, field('codigo_x')]
    expect(validateTemplate(body, own)).toEqual([])
    const blocks = renderBlocks(body, own, { nombre: '{{aquí firman}}', nota: 'Luz' })
    expect(blocks.map(show)).toEqual([
      'p Hola',
      'sign {{aquí firman}}; C. C. [Campo codigo_x] / Luz',
      'sign Recursos Humanos here',
    ])
    const model = (signatures: Signature[], from = blocks) => aModel({ blocks: from, signatures }).blocks.map(show)
    expect(model([])).toEqual(['p Hola', 'sign {{aquí firman}}; C. C. [Campo codigo_x] / Luz / Recursos Humanos'])
    const ana = createSignature({ name: 'Ana', post: '', document: 'C. C. 1' })
    expect(model([ana])).toEqual(['p Hola', 'sign {{aquí firman}}; C. C. [Campo codigo_x] / Luz / Ana; C. C. 1'])
    expect(model([ana], blocks.slice(0, 1))).toEqual(['p Hola', 'sign Ana; C. C. 1 here'])
    expect(model([], renderBlocks('Hola\n\n{{aquí firman}}', fields, {}))).toEqual(['p Hola'])
  })

  test('shows the mark of the seal in a preview, and omits it from a document without seal', () => {
    const [signer] = resolveSigners([{ by: 'seal', caption: 'Emite' }], {
      fields: [],
      values: {},
      owner: 'Ana',
      approver: null,
      approvedOn: '',
      signatory: () => undefined,
    })
    if (!signer) throw new Error('no signer')
    const blocksOf = (name: string) => aModel({ signatures: [createSignature({ ...signer, name })] }).blocks.map(show)
    expect(blocksOf(signer.name)).toEqual(['sign (sello electrónico) here'])
    expect(blocksOf('')).toEqual([])
  })

  test('prints the name of the organisation', () => {
    expect(renderBlocks('{{organización}} certifica', fields, {}, '**X** & {{nombre}}').map(show)).toEqual([
      'p **X** & {{nombre}} certifica',
    ])
  })
})

const newSyntax = [
  '{{#si nombre}}x{{/si}}',
  '{{sino}}',
  '{{cláusula}}',
  '{{-}} uno',
  '{{nueva página}}',
  '{{columnas: 10, 20}}',
  '{{#aquí firma}}',
  '{{aquí firman: X}}',
  '{{#sin partir}}',
  '{{organización}}',
]
test.each(newSyntax)('prints a value with markup literally: %s', (nombre) => {
  const body =
    'a {{nombre}}\n{{nombre}}\n\n{{-}} {{nombre}}\n\n| A |\n| {{nombre}} |\n\n{{#aquí firma}}\n{{nombre}}\n{{/aquí firma}}'
  expect(renderBlocks(body, fields, { nombre }, 'Org').map(show)).toEqual([
    `p a ${nombre}\n${nombre}`,
    `list • ${nombre}`,
    `table start A / ${nombre}`,
    `sign ${nombre}`,
  ])
})

describe('100,000 characters', () => {
  const long = 100_000
  test.each([
    ['brackets', '{'.repeat(long)],
    ['open tags', '{{'.repeat(long / 2)],
    ['spaces in a tag', `{{nombre|${' '.repeat(long)}x|}}`],
    ['spaces between tags', `{{#nombre}}${' '.repeat(long)}x`],
    ['opening conditions', '{{#si '.repeat(long / 6)],
    ['a condition', `{{#si ${'('.repeat(long)}}}`],
    ['negations', `{{#si ${'no '.repeat(99)}x}}`],
    ['quotes', `{{#si nombre = "${'x'.repeat(long)}`],
    ['asterisks', '**'.repeat(long / 2)],
    ['bars', '|'.repeat(long)],
    ['sections', '{{#nombre}}'.repeat(long / 11)],
    ['items', '{{-}} x\n'.repeat(5_000)],
    ['columns', `{{columnas: ${'1,'.repeat(long / 2)}}}`],
  ])('of %s are validated and rendered in time', (_, body) => {
    const ran = () => [validateTemplate(body, fields), renderPreview(body, fields, { nombre: 'x'.repeat(long) })]
    expect(ran()).toHaveLength(2)
    expect(renameField({ fields, body }, { from: 'nombre', to: 'otro' }).body).not.toContain('{{nombre')
  })
})

describe('document size limit', () => {
  const rows = Array.from({ length: 1000 }, () => ({ codigo: 'A', nombre: 'B', valor: '1.00' }))
  const wide = (sections: number) => `${'{{#items}}'.repeat(sections)}{{nombre}}${'{{/items}}'.repeat(sections)}`

  test.each([
    ['rows within rows', wide(2), { items: rows }],
    ['more columns than a page could have', '|'.repeat(600), {}],
    ['rows within rows within rows', wide(3), { items: rows }],
    ['more than 5,000 lines', '{{#items}}\na\nb\nc\nd\ne\nf\n{{/items}}', { items: rows }],
    ['more than 500,000 characters', '{{nota}} '.repeat(101), { nota: 'x'.repeat(5000) }],
    ['more than 150,000 pieces', `{{#items}}${'{{codigo}}'.repeat(151)}{{/items}}`, { items: rows }],
  ])('rejects %s and explains it in the preview', (_, body, values) => {
    expect(() => renderBlocks(body, fields, values)).toThrow('document.tooLarge')
    expect(renderPreview(body, fields, values).map(show)).toEqual([
      'p *El documento sería demasiado largo. Quite filas o textos, o pida al administrador que acorte el formato.*',
    ])
  })

  test('allows a table of a thousand rows', () => {
    expect(
      renderBlocks('{{#items}}\n| {{codigo}} | {{nombre}} | {{valor}} |\n{{/items}}', fields, { items: rows }),
    ).toHaveLength(1)
  })
})
