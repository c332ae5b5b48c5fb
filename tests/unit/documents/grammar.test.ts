import { describe, expect, test } from 'vitest'
import type { Block, TextRun } from '../../../src/domain/documents/blocks.ts'
import { renderHtml } from '../../../src/domain/documents/html.ts'
import { layoutDocument } from '../../../src/domain/documents/layout/layout.ts'
import type { PageItem, StructureTag } from '../../../src/domain/documents/layout/page-flow.ts'
import { renderPdf } from '../../../src/domain/documents/pdf/pdf.ts'
import { renderBlocks, renderPreview } from '../../../src/domain/documents/render.ts'
import { validateTemplate } from '../../../src/domain/documents/template-check.ts'
import type { Field, Values } from '../../../src/domain/fields/field.ts'
import { createRandom } from '../../support/chance.ts'
import { aModel } from '../../support/example-documents.ts'
import { fontOf } from '../../support/fonts.ts'

const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text' },
  { key: 'nota', label: 'Nota', type: 'longText' },
  { key: 'extra', label: 'Extra', type: 'boolean' },
  {
    key: 'items',
    label: 'Artículos',
    type: 'table',
    columns: [
      { key: 'articulo', label: 'Artículo', type: 'text' },
      { key: 'valor', label: 'Valor', type: 'integer' },
    ],
  },
]

const modelOf = (body: string, values: Values = {}) =>
  aModel({ number: 'X-1', kind: 'final', blocks: renderPreview(body, fields, values) })

/** Text with bold between asterisks, underlined text between low lines and tabs in brackets. */
const written = (runs: readonly TextRun[]) =>
  runs
    .map(({ text, bold, underline, tab }) => {
      if (tab) return `[tab${tab.position === null ? '' : ` ${tab.position}`}]`
      const weighted = bold ? `*${text}*` : text
      return underline ? `_${weighted}_` : weighted
    })
    .join('')

function show(block: Block): string {
  if (block.kind === 'list')
    return block.items.map(({ tag, marker, runs }) => `${'  '.repeat(tag.level)}${marker} ${written(runs)}`).join('\n')
  if (block.kind === 'table')
    return [block.header ?? [], ...block.rows]
      .map((cells) =>
        cells.map(({ runs, span, align }) => `${written(runs)}${span ? ` x${span}` : ''}${align ? ` ${align}` : ''}`),
      )
      .map((cells) => cells.join('|'))
      .join(' / ')
  if (block.kind !== 'paragraph' && block.kind !== 'heading') return block.kind
  return `${block.kind.charAt(0)}${block.align ? ` ${block.align}` : ''} ${written(block.runs)}`
}

const render = (body: string, values?: Values) => renderBlocks(body, fields, values ?? {}).map(show)
const errors = (body: string) => validateTemplate(body, fields).map(({ line, code, key }) => `${line} ${code} ${key}`)

/** Structure tags as text: `L(LI(Lbl,LBody))`. */
const tree = (tags: readonly StructureTag[]): string =>
  tags
    .map(({ name, attributes, kids }) => {
      const inner = tree(kids.flatMap((kid) => ('page' in kid ? [] : kid)))
      const looks = attributes?.replace(/\/A<<\/O\/(\w+)(.*)>>/, '$2') ?? ''
      return `${name}${looks}${inner && `(${inner})`}`
    })
    .join(',')

/** Tags of the body without the letterhead. */
const tagsOf = (body: string, values?: Values) => {
  const first = tree(layoutDocument(modelOf('', values)).tags)
  return tree(layoutDocument(modelOf(body, values)).tags).slice(first.length + 1)
}

const itemsOf = (body: string) =>
  layoutDocument(modelOf(body)).pages.flatMap(({ groups }) => groups.flatMap(({ items }) => items))

const textOf = (item: PageItem) => (item.kind === 'text' ? item.runs.map(({ text }) => text).join('') : '')
const find = (body: string, text: string) => {
  const found = itemsOf(body).find((item) => textOf(item).trim() === text)
  if (found?.kind !== 'text') throw new Error(`${text} is not printed`)
  return found
}

describe('list levels', () => {
  test('continue the outer list after a nested one', () => {
    expect(render('{{1.}} uno\n{{>a)}} dentro\n{{>a)}} otro\n{{>>i.}} más\n{{1.}} dos\n{{>a)}} nuevo')).toEqual([
      '1. uno\n  a) dentro\n  b) otro\n    i. más\n2. dos\n  a) nuevo',
    ])
  })

  test('restart where the marker of the outer list changes', () => {
    expect(render('{{1.}} uno\n{{a)}} otra\n{{1.}} dos')).toEqual(['1. uno', 'a) otra', '1. dos'])
  })

  test('start a nested list of its own where its marker changes', () => {
    expect(render('{{1.}} uno\n{{>a)}} x\n{{>-}} y\n{{>a)}} z')).toEqual(['1. uno\n  a) x\n  • y\n  a) z'])
  })

  test.each([
    ['{{1)}}', '1)', '2)'],
    ['{{(a)}}', '(a)', '(b)'],
    ['{{A.}}', 'A.', 'B.'],
    ['{{i)}}', 'i)', 'ii)'],
    ['{{(I)}}', '(I)', '(II)'],
    ['{{ - }}', '•', '•'],
  ])('print the markers of %s', (tag, first, second) => {
    expect(render(`${tag} x\n${tag} y`)).toEqual([`${first} x\n${second} y`])
  })

  test('count Roman numerals and letters', () => {
    const markers = (tag: string) =>
      render(Array.from({ length: 49 }, () => `{{${tag}}} x`).join('\n'))[0]
        ?.split('\n')
        .map((line) => line.slice(0, -2))
    expect(markers('I.')?.filter((_, at) => [3, 8, 13, 18, 39, 43, 48].includes(at))).toEqual([
      'IV.',
      'IX.',
      'XIV.',
      'XIX.',
      'XL.',
      'XLIV.',
      'XLIX.',
    ])
    expect(markers('a)')?.[26]).toBe('aa)')
  })

  test('print the numbers of the outer items', () => {
    expect(render('{{I.}} uno\n{{I.}} dos\n{{>1.1.}} x\n{{>1.1.}} y\n{{>>1.1.1}} z\n{{>>1.1}} w')).toEqual([
      'I. uno\nII. dos\n  II.1. x\n  II.2. y\n    II.2.1 z\n    2.1 w',
    ])
    // A bullet has no number to print.
    expect(render('{{-}} uno\n{{>1.1.}} x')).toEqual(['• uno\n  1. x'])
  })

  test('omit items without values from the count', () => {
    const body = '{{a)}} uno\n{{a)}} {{nombre}}\n{{a)}} tres\n{{>1.1.}} x'
    expect(modelOf(body).blocks.map(show)).toEqual(['a) uno\nb) tres\n  b.1. x'])
  })

  test('are bounded', () => {
    expect(errors('{{>>>>-}} x')).toEqual([])
    expect(errors('{{>>>>>-}} x')).toEqual(['1 template.list {{>>>>>-}}'])
  })
})

describe('list numbers', () => {
  test('continue after a paragraph, a heading and a table', () => {
    const between = ['\ntexto\n', '## Otro', '| A | B |\n| 1 | 2 |', '']
    for (const text of between) {
      const blocks = render(`{{1.}} uno\n{{1.}} dos\n${text}\n{{1. sigue}} tres\n{{1.}} cuatro`)
      expect(blocks.at(-1), text).toBe('3. tres\n4. cuatro')
    }
  })

  test('start at 1 after a paragraph without «sigue»', () => {
    expect(render('{{1.}} uno\n\ntexto\n\n{{1.}} dos')).toEqual(['1. uno', 'p texto', '1. dos'])
  })

  test('continue the list of the same level and marker only', () => {
    expect(render('{{a)}} x\n{{a)}} y\n{{>a)}} z\n\n{{1. sigue}} w\n\n{{>a) sigue}} v\n\n{{a) sigue}} u')).toEqual([
      'a) x\nb) y\n  a) z',
      '1. w',
      '  b) v',
      'c) u',
    ])
  })

  test('continue nested numbers with the numbers of the last outer item', () => {
    expect(render('{{1.}} x\n{{1.}} y\n{{>1.1.}} z\n\ntexto\n\n{{>1.1. sigue}} w\n{{1. sigue}} v')).toEqual([
      '1. x\n2. y\n  2.1. z',
      'p texto',
      '  2.2. w\n3. v',
    ])
  })

  test('start at a number, also within a list', () => {
    expect(render('{{1. desde 5}} x\n{{1.}} y\n{{1. desde 1}} z\n{{>a) desde 3}} w')).toEqual([
      '5. x\n6. y\n1. z\n  c) w',
    ])
  })

  test('ignore «sigue» within a running list, so that any item may be hidden', () => {
    const body = '{{1.}} x\n\ntexto\n\n{{#extra}}\n{{1. sigue}} y\n{{/extra}}\n{{1. sigue}} z'
    expect(render(body, { extra: true }).at(-1)).toBe('2. y\n3. z')
    expect(render(body, { extra: false }).at(-1)).toBe('2. z')
  })
})

describe('alignment', () => {
  test('applies to lines, headings and cells', () => {
    expect(
      render('{{al centro}} uno\n{{al centro}} dos\ntres\n\n{{a la derecha}} cuatro\n{{a la izquierda}} cinco'),
    ).toEqual(['p center uno\ndos', 'p tres', 'p end cuatro', 'p start cinco'])
    expect(render('# {{a la izquierda}} Título\n## {{al centro}} **Otro**\n{{a la derecha}} ## Tercero')).toEqual([
      'h start Título',
      'h center *Otro*',
      'h end Tercero',
    ])
    expect(render('| A | B |\n| {{al centro}} x | {{a la derecha}} {{nombre}} |', { nombre: 'Ana' })).toEqual([
      'A|B / x center|Ana end',
    ])
  })

  test('ends a list', () => {
    expect(render('{{a)}} uno\nsigue\n{{al centro}} dos')).toEqual(['a) uno\nsigue', 'p center dos'])
  })

  test('places lines in the middle and at the right margin', () => {
    const { left, right } = layoutDocument(modelOf('')).frame
    const start = find('hola', 'hola')
    const center = find('{{al centro}} hola', 'hola')
    const end = find('{{a la derecha}} hola', 'hola')
    expect(start.x).toBe(left)
    expect(end.x).toBeLessThan(right)
    // The free space is halved.
    expect(center.x - left).toBeCloseTo((end.x - left) / 2, 6)
    expect(tagsOf('{{al centro}} hola\n{{a la derecha}} hola')).toBe('P/TextAlign/Center,P/TextAlign/End')
  })

  test('is not justified', () => {
    const long = 'palabra de un texto que pasa de una línea a la siguiente '.repeat(4)
    const spacings = (body: string) =>
      itemsOf(body).flatMap((item) => (item.kind === 'text' && textOf(item).includes('palabra') ? [item.spacing] : []))
    expect(spacings(long).some((spacing) => spacing > 0)).toBe(true)
    expect(spacings(`{{a la izquierda}} ${long}`).every((spacing) => spacing <= 0)).toBe(true)
  })
})

describe('underline', () => {
  test('pairs like italics, across values, lines and bold', () => {
    expect(render('a {{_}}b {{nombre}}{{_}} **c {{ _ }}d{{_}}**', { nombre: 'Ana' })).toEqual([
      'p a _b __Ana_ *c *_*d*_',
    ])
    expect(render('{{_}}sin cerrar')).toEqual(['p sin cerrar'])
    expect(render('{{nombre}}', { nombre: '{{_}}x{{_}}' })).toEqual(['p {{_}}x{{_}}'])
  })

  test('is tagged, and ruled without the space after it', () => {
    expect(tagsOf('uno {{_}}dos tres{{_}} cuatro')).toBe('P(Span/TextDecorationType/Underline)')
    const body = '{{a la izquierda}} uno {{_}}dos tres{{_}} cuatro'
    const rule = itemsOf(body).find((item) => item.kind === 'rule' && item.mark === 'underline')
    const [dos, cuatro] = [find(body, 'dos tres'), find(body, 'cuatro')]
    if (rule?.kind !== 'rule') throw new Error('no rule')
    expect(rule.x).toBe(dos.x)
    // A space is 0.26 em wide.
    expect(cuatro.x - (rule.x + rule.width)).toBeCloseTo(0.26 * 11, 6)
    expect(rule.y).toBeLessThan(dos.y)
  })

  test('covers every line, list items, cells and headings', () => {
    expect(tagsOf('# {{_}}Título{{_}}\n{{a)}} {{_}}uno{{_}}\n\n| {{_}}A{{_}} | B |\n| 1 | {{_}}2{{_}} |')).toBe(
      'H1(Span/TextDecorationType/Underline),L/ListNumbering/LowerAlpha(LI(Lbl,LBody(Span/TextDecorationType/Underline))),' +
        'Table(THead(TR(TH/Scope/Column(Span/TextDecorationType/Underline),TH/Scope/Column)),TBody(TR(TD,TD(Span/TextDecorationType/Underline))))',
    )
    const rules = itemsOf(`{{_}}${'subrayado '.repeat(30)}{{_}}`).filter((item) => item.kind === 'rule' && item.mark)
    expect(rules.length).toBeGreaterThan(2)
  })
})

describe('tabs', () => {
  const { left } = layoutDocument(modelOf('')).frame

  test('are part of the text', () => {
    expect(render('Firma {{tabulación}}\nC. C. {{tabulación 8,5 cm}} x {{tabulación 3 cm}}y{{tabulación}}')).toEqual([
      'p Firma [tab]\nC. C. [tab 8.5] x [tab 3]y[tab]',
    ])
    expect(render('{{tabulación}}')).toEqual(['p [tab]'])
    expect(modelOf('{{tabulación}}').blocks.map(show)).toEqual(['p [tab]'])
  })

  test('fill the line to the right margin', () => {
    const end = find('{{a la derecha}} 12', '12')
    expect(find('Capítulo {{tabulación}} 12', '12').x).toBeCloseTo(end.x, 6)
  })

  test('share the free width of a line', () => {
    const found = itemsOf('A{{tabulación}}A{{tabulación}}A').filter((item) => textOf(item).trim() === 'A')
    const [first = 0, second = 0, third = 0] = found.map((item) => (item.kind === 'text' ? item.x : 0))
    expect(found).toHaveLength(3)
    expect(second - first).toBeCloseTo(third - second, 6)
  })

  test('end at a distance from the left edge', () => {
    expect(find('Nombre {{tabulación 5 cm}} Ana', 'Ana').x - left).toBeCloseTo(141.732, 2)
    // Beyond the position, the text follows at the minimum distance of 0.6 em.
    const far = find('Un nombre que es más largo que un centímetro {{tabulación 1 cm}} Ana', 'Ana')
    const text = find(
      'Un nombre que es más largo que un centímetro {{tabulación 1 cm}} Ana',
      'Un nombre que es más largo que un centímetro',
    )
    expect(far.x).toBeGreaterThan(text.x + 200)
  })

  test('go to the next line together with text that does not fit', () => {
    const long = 'palabra '.repeat(9)
    const [first, second] = [
      find(`${long}{{tabulación}} ${long}fin`, long.trim()),
      find(`${long}{{tabulación}} ${long}fin`, `${long}fin`),
    ]
    expect(first.y).toBeGreaterThan(second.y)
    expect(second.x).toBe(left)
  })

  test('leave a space in the text', () => {
    expect(textOf(itemsOf('Firma{{tabulación}}12').find((item) => textOf(item).startsWith('Firma')) as PageItem)).toBe(
      'Firma ',
    )
    expect(tagsOf('Firma {{tabulación}} 12')).toBe('P')
  })

  test('work in cells, items and signatures', () => {
    const tab = '{{tabulación}}'
    const body = `{{a)}} x ${tab} uno\n\n| A | B |\n| x ${tab} dos | y |\n\n{{#aquí firma}}\nC. C. ${tab} tres\n{{/aquí firma}}`
    expect(errors(body)).toEqual([])
    for (const text of ['uno', 'dos', 'tres']) expect(find(body, text).x).toBeGreaterThan(left + 100)
  })
})

describe('merged cells', () => {
  test('take columns of their row', () => {
    expect(
      render(
        '| {{2 columnas}} Título | C |\n| a | b | c |\n| {{a la derecha}} {{2 columnas}} **Total** | 5 |\n| {{3 columnas}} x |',
      ),
    ).toEqual(['Título x2|C / a|b|c / *Total* x2 end|5 / x x3'])
  })

  test('extend the table, and short rows are filled with empty cells', () => {
    expect(render('| A | B |\n| {{3 columnas}} x |\n| y |')).toEqual(['A|B| / x x3 / y||'])
  })

  test('have the width of their columns', () => {
    const body = '{{columnas: 25, 25, 50}}\n| A | B | C |\n| {{2 columnas}} {{a la derecha}} suma | z |'
    const { left, measure } = layoutDocument(modelOf('')).frame
    // The merged cell ends at half of the page; 5 points are padding.
    expect(find(body, 'z').x).toBeCloseTo(left + measure / 2 + 5, 6)
    expect(find(body, 'suma').x).toBeGreaterThan(left + measure / 4)
    expect(tagsOf(body)).toBe(
      'Table(THead(TR(TH/Scope/Column,TH/Scope/Column,TH/Scope/Column)),TBody(TR(TD/ColSpan 2,TD)))',
    )
    expect(tagsOf('| {{2 columnas}} A |\n| a | b |')).toBe(
      'Table(THead(TR(TH/Scope/Column/ColSpan 2)),TBody(TR(TD,TD)))',
    )
  })

  test('do not decide on the alignment of numbers', () => {
    const values = { items: [{ articulo: 'x', valor: 3 }] }
    const [table] = renderBlocks(
      '| A | B |\n{{#items}}\n| {{articulo}} | {{valor}} |\n{{/items}}\n| {{2 columnas}} {{nombre}} |',
      fields,
      values,
    )
    expect(table).toMatchObject({ align: ['start', 'end'], totals: 1 })
  })
})

describe('validation', () => {
  test.each([
    ['{{2.}} x', '1 template.list {{2.}}'],
    ['{{b)}} x', '1 template.list {{b)}}'],
    ['{{>}} x', '1 template.list {{>}}'],
    ['{{1.1.}} x', '1 template.list {{1.1.}}'],
    ['{{>1.1.1.}} x', '1 template.list {{>1.1.1.}}'],
    ['{{1. seguir}} x', '1 template.list {{1. seguir}}'],
    ['{{1. desde 0}} x', '1 template.list {{1. desde 0}}'],
    ['{{1. desde 1000}} x', '1 template.list {{1. desde 1000}}'],
    ['{{- sigue}} x', '1 template.list {{- sigue}}'],
    ['x {{>a) sigue}} y', '1 template.item {{>a) sigue}}'],
    ['x {{al centro}} y', '1 template.align {{al centro}}'],
    ['{{a)}} {{a la derecha}} y', '1 template.align {{a la derecha}}'],
    ['{{#aquí firma}}\n{{al centro}} Ana\n{{/aquí firma}}', '2 template.align {{al centro}}'],
    ['a {{_}}b\n\nc{{_}}', '1 template.underline {{_}}'],
    ['| {{_}}a | b{{_}} |', '1 template.underline {{_}}'],
    ['{{a)}} {{_}}x\n{{a)}} y{{_}}', '1 template.underline {{_}}'],
    ['{{al centro}} **x\ny**', '1 template.bold **'],
    ['{{...}}', '1 template.tag {{...}}'],
    ['{{___ 8 cm}}', '1 template.tag {{___ 8 cm}}'],
    ['{{tabulación 0,2 cm}}', '1 template.tab {{tabulación 0,2 cm}}'],
    ['{{tabulación 26 cm}}', '1 template.tab {{tabulación 26 cm}}'],
    ['{{tabulación mucha}}', '1 template.tab {{tabulación mucha}}'],
    ['| x {{2 columnas}} | y |', '1 template.span {{2 columnas}}'],
    ['{{2 columnas}} y', '1 template.span {{2 columnas}}'],
    ['| {{1 columna}} x |', '1 template.span {{1 columna}}'],
    ['| {{51 columnas}} x |', '1 template.span {{51 columnas}}'],
  ])('rejects %j', (body, fault) => expect(errors(body)[0]).toBe(fault))

  test.each([
    '{{>a) desde 2}} **x\ny** {{_}}z{{_}}',
    '{{al centro}} **x\n{{al centro}} y**',
    '  {{al centro}} x',
    '## {{a la derecha}} x',
    '{{#extra}}\n{{al centro}} x\n{{/extra}}',
    '| {{al centro}} {{2 columnas}} x | {{a la derecha}} {{nombre}} |\n{{#items}}\n| {{2 columnas}} {{articulo}} | {{valor}} |\n{{/items}}',
    '{{tabulación}} {{tabulación 3 cm}} {{tabulacion 2.5 cm}}',
  ])('accepts %j', (body) => expect(errors(body)).toEqual([]))
})

describe('output', () => {
  test('nests lists in the structure tree', () => {
    expect(tagsOf('{{1.}} x\n{{>a)}} y\n{{>>I.}} z\n{{>-}} w\n{{1.}} v')).toBe(
      'L/ListNumbering/Decimal(LI(Lbl,LBody(L/ListNumbering/LowerAlpha(LI(Lbl,LBody(L/ListNumbering/UpperRoman(LI(Lbl,LBody))))),' +
        'L/ListNumbering/Disc(LI(Lbl,LBody)))),LI(Lbl,LBody))',
    )
    // A list may start at an inner level.
    expect(tagsOf('{{>a)}} y\n{{1.}} x')).toBe('L/ListNumbering/LowerAlpha(LI(Lbl,LBody),LI(Lbl,LBody))')
  })

  test('indents each level to the text of the level above', () => {
    const body = '{{1.}} uno\n{{>a)}} dos\n{{>>i.}} tres'
    expect(find(body, 'a)').x).toBe(find(body, 'uno').x)
    expect(find(body, 'i.').x).toBe(find(body, 'dos').x)
    expect(find(body, 'tres').x).toBeGreaterThan(find(body, 'dos').x + 15)
  })

  test('is the same in HTML', () => {
    const html = (body: string) => /<main>\n\n([\s\S]*?)\n\n<footer>/.exec(renderHtml(modelOf(body)))?.[1]
    expect(html('{{1.}} x\n{{>a)}} {{_}}y{{_}}\n{{1.}} z')).toBe(
      '<ol style="--mark: 26pt"><li><span class="item">1.</span><div>x<ol style="--mark: 20pt"><li><span class="item">a)</span>' +
        '<span><u>y</u></span></li></ol></div></li>\n<li><span class="item">2.</span><span>z</span></li></ol>',
    )
    expect(html('{{al centro}} **x**\n# {{a la derecha}} T')).toBe(
      '<p class="center"><strong>x</strong></p>\n<h1 class="end">T</h1>',
    )
    expect(html('Firma {{tabulación}}\nA {{tabulación 8 cm}} <b>')).toBe(
      '<p><span class="tabbed"><span>Firma </span><span class="tab"> </span></span>' +
        '<span class="tabbed"><span class="stop" style="min-width:8cm"><span>A </span><span class="tab"> </span></span><span> &lt;b&gt;</span></span></p>',
    )
    expect(html('| {{2 columnas}} A |\n| {{al centro}} x | y |')).toBe(
      '<table><thead><tr><th scope="col" colspan="2">A</th></tr></thead><tbody><tr><td class="center">x</td><td>y</td></tr></tbody></table>',
    )
  })
})

describe('any body', () => {
  const parts =
    '{{1.}}¦{{>a)}}¦{{>>i.}}¦{{>>>>1.1.1.1.1}}¦{{1. sigue}}¦{{a) desde 999}}¦{{>>>>(I)}}¦{{-}}¦{{al centro}}¦{{a la derecha}}¦{{_}}¦{{*}}¦**¦{{tabulación}}¦{{tabulación 8 cm}}¦{{tabulación 25 cm}}¦{{2 columnas}}¦{{50 columnas}}¦| ¦ |¦\n¦\n\n¦# ¦texto ¦{{nombre}}¦{{nota}}¦{{#extra}}¦{{/extra}}¦{{#items}}¦{{/items}}¦{{articulo}}¦{{#aquí firma}}¦{{/aquí firma}}¦{{#sin partir}}¦{{/sin partir}}¦{{nueva página}}\n¦{{columnas: 20, 80}}\n¦{{¦}}¦{{>'.split(
      '¦',
    )

  test('is printed without an exception', { timeout: 120_000 }, () => {
    let count = 0
    const random = createRandom(29)
    const values = { nombre: 'Ana', nota: 'a\nb', extra: true, items: [{ articulo: 'x' }, { articulo: 'y' }] }
    for (let round = 0; round < 1_500; round++) {
      const length = 1 + Math.floor(random() * 40)
      const body = Array.from({ length }, () => parts[Math.floor(random() * parts.length)]).join('')
      validateTemplate(body, fields)
      const model = modelOf(body, values)
      const { pages } = layoutDocument(model)
      for (const { groups } of pages)
        for (const { items } of groups)
          for (const item of items)
            if ('x' in item && !(Number.isFinite(item.x) && Number.isFinite(item.y))) throw new Error(body)
      renderHtml(model)
      if (round % 10 === 0) renderPdf(model, fontOf)
      count += pages.length
    }
    expect(count).toBeGreaterThan(1_500)
  })

  test.each([
    ['deep lists', '{{>>>>1.1.1.1.1}} x\n'],
    ['changing lists', '{{1.}} x\n{{>a)}} y\n{{>-}} z\n'],
    ['tabs', '{{tabulación}}x'],
    ['positions', '{{tabulación 2 cm}} x '],
    ['underlines', '{{_}}x{{_}} '],
    ['tags on one line', '{{al centro}}{{>a)}}'],
    ['cells on one line', '| {{2 columnas}}{{al centro}} x '],
    ['alignments', '{{al centro}} x\n{{a la derecha}} y\n'],
    ['merged cells', '| {{2 columnas}} x | y |\n'],
  ])('is laid out at the maximum length of a body: %s', { timeout: 120_000 }, (_, part) => {
    const body = part.repeat(Math.floor(50_000 / part.length))
    validateTemplate(body, fields)
    // It takes less than 1 s; quadratic work would exceed the timeout.
    expect(layoutDocument(modelOf(body)).pages.length).toBeGreaterThan(0)
  })
})
