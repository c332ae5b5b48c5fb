import { describe, expect, test } from 'vitest'
import { type Block, plainText, printed, type Run } from '../../src/domain/document/blocks.ts'
import { checkTemplate } from '../../src/domain/document/check.ts'
import { preview, render } from '../../src/domain/document/render.ts'
import type { Field, Values } from '../../src/domain/field.ts'
import type { FieldType } from '../../src/domain/field-types.ts'

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

/** One line a block: its kind, then its text with bold between asterisks and gaps between brackets. */
function said(body: string, values: Values = {}): string[] {
  return render(body, fields, values).map(show)
}

function runs(list: readonly Run[]): string {
  return list
    .map(({ text, bold, missing }) => (missing === undefined ? (bold ? `*${text}*` : text) : `[${missing}]`))
    .join('')
}

function show(block: Block) {
  if (block.kind === 'heading') return `h${block.level} ${runs(block.runs)}`
  if (block.kind === 'paragraph') return `p ${runs(block.runs)}`
  const lines = [block.header ?? [], ...block.rows].map((cells) => cells.map(runs).join('|'))
  return `table ${block.align.join(',')} ${lines.join(' / ')}`
}

describe('the markup of a body', () => {
  test('headings, paragraphs, line breaks and bold', () => {
    expect(said('# Título\n## Subtítulo\nuno\ndos **fuerte** tres\n\notro')).toEqual([
      'h1 Título',
      'h2 Subtítulo',
      'p uno\ndos *fuerte* tres',
      'p otro',
    ])
  })

  test('lines may end as Windows ends them', () => {
    expect(said('# A\r\nuno\r\n\r\ndos')).toEqual(['h1 A', 'p uno', 'p dos'])
  })

  test('bold may hold a value and a line break', () => {
    expect(said('**{{nombre}}\ny** más', { nombre: 'Ana' })).toEqual(['p *Ana**\n**y* más'])
  })

  test('an asterisk pair without its partner stays', () => {
    expect(said('dos ** asteriscos')).toEqual(['p dos ** asteriscos'])
  })

  test('values take their style', () => {
    expect(said('{{fecha|largo}} {{nombre|mayusculas}}', { fecha: '2020-02-03', nombre: 'Peña' })).toEqual([
      'p 3 de febrero de 2020 PEÑA',
    ])
  })
})

describe('sections', () => {
  const body = 'Antes{{#nombre}} de {{nombre}}{{/nombre}}.'
  test('show when the value is there', () => {
    expect(said(body, { nombre: 'Ana' })).toEqual(['p Antes de Ana.'])
    expect(said(body)).toEqual(['p Antes.'])
  })

  test('a boolean shows them when it is true, and zero is a value', () => {
    expect(said('a{{#con_valor}}b{{/con_valor}}', { con_valor: false })).toEqual(['p a'])
    expect(said('a{{#con_valor}}b{{/con_valor}}', { con_valor: true })).toEqual(['p ab'])
    expect(said('a{{#valor}}b{{/valor}}', { valor: '0' })).toEqual(['p ab'])
  })

  test('may hold whole paragraphs and headings, and their tags take no line', () => {
    const whole = 'uno\n\n{{#nombre}}\n## Para {{nombre}}\ndos\n\n{{/nombre}}\ntres'
    expect(said(whole, { nombre: 'Ana' })).toEqual(['p uno', 'h2 Para Ana', 'p dos', 'p tres'])
    expect(said(whole)).toEqual(['p uno', 'p tres'])
  })

  test('a line they empty goes without parting the paragraph', () => {
    expect(said('uno\n{{#nombre}}a {{nombre}}{{/nombre}}\ndos')).toEqual(['p uno\ndos'])
    expect(said('uno\n{{#nombre}}\na {{nombre}}\n{{/nombre}}\ndos')).toEqual(['p uno\ndos'])
    expect(said('uno\n{{#nombre}}\na\n{{/nombre}}\n\ndos')).toEqual(['p uno', 'p dos'])
  })

  test('a field that its condition hides is not there, whatever value it kept', () => {
    expect(said('a{{#oculto}}b{{/oculto}}', { con_valor: false, oculto: 'x' })).toEqual(['p a'])
  })

  test('a section left open or closed twice does not break the preview', () => {
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

  test('repeat their rows; a column comes before a field of the same key; numbers stand at the end', () => {
    expect(said(body, { nombre: 'Ana', items, total: '5.5' })).toEqual([
      'table start,start,end Código|Artículo|Valor / A1|Tornillo|2 / B|2|**x** {{nombre}}|3,5 / |*Total*|5,5',
    ])
    const [table] = render(body, fields, { nombre: 'Ana', items })
    expect(table?.kind === 'table' && table.rows.every((row) => row.length === 3)).toBe(true)
  })

  test('a header of empty cells is none', () => {
    const [table] = render('| | |\n| a | {{nombre}} |', fields, { nombre: 'Ana' })
    expect(table).toMatchObject({ kind: 'table', header: null, align: ['start', 'start'] })
  })

  test('a section in a row asks the row first', () => {
    const row = '| A |\n{{#items}}\n| {{codigo}}{{#nombre}}: {{nombre}}{{/nombre}} |\n{{/items}}'
    expect(said(row, { nombre: 'Ana', items: [{ codigo: 'A1' }] })).toEqual(['table start A / A1'])
  })

  test('rows may be paragraphs as well', () => {
    expect(said('{{#items}}\n{{codigo}}. {{nombre}}\n\n{{/items}}', { items })).toEqual([
      'p A1. Tornillo',
      'p B|2. **x** {{nombre}}',
    ])
  })
})

describe('a value is always text', () => {
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
  test.each(hostile)('%s', (nombre) => {
    const [block, ...more] = render('{{nombre}}', fields, { nombre, con_valor: true })
    expect(more).toEqual([])
    expect(block).toEqual({ kind: 'paragraph', runs: [{ text: nombre, bold: false, key: 'nombre' }] })
  })
})

describe('what was not given', () => {
  test('is a gap with its label in the preview', () => {
    expect(said('Yo, {{nombre}}, el {{fecha}}')).toEqual(['p Yo, [Campo nombre], el [Campo fecha]'])
  })

  test('leaves nothing when printed, and a line of gaps goes', () => {
    const blocks = printed(
      render('Señor\n{{nombre}}\nCiudad\n\n{{nota}}\n\n**Nota:** {{nota}}\n\n{{nota}}, fin', fields, {}),
    )
    expect(blocks.map((block) => 'runs' in block && plainText(block.runs))).toEqual(['Señor\nCiudad', ', fin'])
  })
})

describe('checking a body before it is published', () => {
  const faults = (body: string) => checkTemplate(body, fields).map(({ line, code, key }) => `${line} ${code} ${key}`)

  test('a right one has no faults', () => {
    expect(
      faults('# T\n{{nombre}} {{ fecha | largo }} {{valor|moneda}}{{#con_valor}} {{letras|mayusculas}}{{/con_valor}}'),
    ).toEqual([])
    expect(faults('| A |\n{{#items}}\n| {{codigo}} {{fecha}} |\n{{/items}}')).toEqual([])
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
  ])('%j', (body, fault) => {
    expect(faults(body)).toContain(fault)
  })

  test('crossed sections are faults of both', () => {
    expect(faults('{{#nombre}}{{#fecha}}{{/nombre}}{{/fecha}}').length).toBeGreaterThan(0)
  })
})

describe('a document past the budget', () => {
  const rows = Array.from({ length: 1000 }, () => ({ codigo: 'A', nombre: 'B', valor: '1.00' }))
  const wide = (sections: number) => `${'{{#items}}'.repeat(sections)}{{nombre}}${'{{/items}}'.repeat(sections)}`

  test.each([
    ['rows within rows', wide(2), { items: rows }],
    ['rows within rows within rows', wide(3), { items: rows }],
    ['more than 5,000 lines', '{{#items}}\na\nb\nc\nd\ne\nf\n{{/items}}', { items: rows }],
    ['more than 500,000 characters', '{{nota}} '.repeat(101), { nota: 'x'.repeat(5000) }],
    ['more than 150,000 pieces', `{{#items}}${'{{codigo}}'.repeat(151)}{{/items}}`, { items: rows }],
  ])('by %s is not made, and says so on the screen', (_, body, values) => {
    expect(() => render(body, fields, values)).toThrow('document.tooLarge')
    expect(preview(body, fields, values).map(show)).toEqual([
      'p *El documento sería demasiado largo. Quite filas o textos, o pida al administrador que acorte el formato.*',
    ])
  })

  test('is none with a thousand rows', () => {
    expect(
      render('{{#items}}\n| {{codigo}} | {{nombre}} | {{valor}} |\n{{/items}}', fields, { items: rows }),
    ).toHaveLength(1)
  })
})
