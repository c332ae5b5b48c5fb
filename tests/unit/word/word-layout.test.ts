import { expect, it } from 'vitest'
import { validateFormat } from '../../../src/domain/formats/format-check.ts'
import { readWordDocument } from '../../../src/word/reading/read-word-document.ts'
import { buildImportedFormat, createProposalDecisions } from '../../../src/word/word-format.ts'
import { abstract, docx, item, num, p, r, tab, tbl, tc, tr, wordStyles } from '../../fixtures/word-parts.mjs'

const numbering = abstract(1, [['decimal', '%1.']]) + num(1, 1)
const center = '<w:jc w:val="center"/>'
const right = '<w:jc w:val="right"/>'
const stops = (...tabs: string[]) => `<w:tabs>${tabs.join('')}</w:tabs>`
const section = '<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:left="1440" w:right="1440"/></w:sectPr>'

async function read(body: string) {
  const document = await readWordDocument(docx({ styles: wordStyles, numbering, body: body + section }))
  return {
    body: document.body,
    omittedItems: document.omittedItems.map(({ kind, place, text }) => `${kind} ${place} ${text}`),
  }
}

it('takes tabs with a position, and right tabs at the edge of the text', async () => {
  const body = [
    p(`${r('Total')}${tab}${r('$ 100')}`, stops('<w:tab w:val="right" w:leader="dot" w:pos="9350"/>')),
    p(`${r('Uno')}${tab}${r('dos')}`, stops('<w:tab w:val="left" w:pos="4820"/>')),
    p(`${r('Al')}${tab}${r('medio')}`, stops('<w:tab w:val="center" w:pos="4820"/>')),
    p(`${r('Sin')}${tab}${r('parada')}`),
  ].join('')
  expect(await read(body)).toEqual({
    body: 'Total{{tabulación}}$ 100\n\nUno{{tabulación 8,5 cm}}dos\n\nAl medio\n\nSin parada',
    omittedItems: ['tab 3 Al medio', 'tab 4 Sin parada'],
  })
})

it('takes the alignment of headings, and lists that of list items', async () => {
  const heading = '<w:pStyle w:val="Ttulo1"/>'
  const body = [
    p('Uno', heading),
    p('Dos', heading + center),
    item(1, 0, 'Primero', center),
    item(1, 0, 'Segundo'),
  ].join('')
  expect(await read(body)).toEqual({
    body: '## Uno\n\n## {{al centro}} Dos\n\n{{1.}} Primero\n{{1.}} Segundo',
    omittedItems: ['itemAlign 3 Primero'],
  })
})

it('takes italics and underlines of headings, and lists bold list numbers once per list', async () => {
  const bold = '<w:rPr><w:b/></w:rPr>'
  const body = [
    p(`${r('Objeto', '<w:i/>')}${r(' del contrato', '<w:u w:val="single"/>')}`, '<w:pStyle w:val="Ttulo1"/>'),
    item(1, 0, 'Primero', bold),
    item(1, 0, 'Segundo', bold),
    item(1, 0, 'Tercero'),
  ].join('')
  expect(await read(body)).toEqual({
    body: '# {{*}}Objeto{{*}} {{_}}del contrato{{_}}\n\n{{1.}} Primero\n{{1.}} Segundo\n{{1.}} Tercero',
    omittedItems: ['markerStyle 2 1. 2.'],
  })
})

it('takes merged cells of a row and alignments of cells, and lists merged cells of a column', async () => {
  const body = tbl(
    [3000, 3000, 3000],
    [
      tr([tc('Total', '<w:gridSpan w:val="2"/>'), tc(p('5', right))]),
      tr([tc('A', '<w:vMerge w:val="restart"/>'), tc(p('B', center)), tc(p('6', right))]),
      tr([tc('', '<w:vMerge/>'), tc('C'), tc(p('D'))]),
    ],
  )
  expect(await read(body)).toEqual({
    body: '{{columnas: -, -, derecha}}\n| | | |\n| {{2 columnas}} Total | 5 |\n| A | {{al centro}} B | 6 |\n| | C | {{a la izquierda}} D |',
    omittedItems: ['mergedCell 6 '],
  })
})

it('proposes a table field for empty rows below a header', async () => {
  const header = (text: string) => tc(p(r(text, '<w:b/>')))
  const empty = tr([tc(''), tc(''), tc('____')])
  const body =
    p('Equipos entregados:') +
    tbl(
      [3000, 3000, 3000],
      [tr([header('Equipo'), header('Fecha'), header('Valor')]), empty, empty, tr([tc('Total'), tc(''), tc('')])],
    )
  const document = await readWordDocument(docx({ styles: wordStyles, body: body + section }))
  expect(document.proposals.map(({ kind, label }) => `${kind} ${label}`)).toEqual(['table Equipos entregados'])
  const compose = (status: 'accepted' | 'dismissed') =>
    buildImportedFormat(
      document,
      createProposalDecisions(document.proposals).map((one) => ({ ...one, status })),
      'COP',
    )
  const { fields, body: accepted } = compose('accepted')
  expect(accepted).toBe(
    'Equipos entregados:\n\n| **Equipo** | **Fecha** | **Valor** |\n{{#equipos_entregados}}\n| {{equipo}} | {{fecha}} | {{valor}} |\n{{/equipos_entregados}}\n| Total | | |',
  )
  expect(fields).toEqual([
    {
      key: 'equipos_entregados',
      label: 'Equipos entregados',
      type: 'table',
      required: true,
      columns: [
        { key: 'equipo', label: 'Equipo', type: 'text' },
        { key: 'fecha', label: 'Fecha', type: 'date' },
        { key: 'valor', label: 'Valor', type: 'money', currency: 'COP' },
      ],
    },
  ])
  expect(validateFormat({ fields, body: accepted }, { today: '2026-11-24', country: 'CO', letters: 'ours' })).toEqual(
    {},
  )
  expect(compose('dismissed').body).toContain('\n| | | ____ |\n| | | ____ |\n| Total | | |')
})

it('proposes the cells of a form whose first row is a merged title', async () => {
  const title = tr([tc(p(r('DATOS DEL SOLICITANTE', '<w:b/>')), '<w:gridSpan w:val="2"/>')])
  const form = tbl([4000, 4000], [title, tr([tc('Nombre completo'), tc('')]), tr([tc('Correo'), tc('')])])
  const document = await readWordDocument(docx({ styles: wordStyles, body: form + section }))
  expect(document.proposals.map(({ label, type }) => `${label}: ${type}`)).toEqual([
    'Nombre completo: text',
    'Correo: email',
  ])
})

it('uses the fields that the format has already', async () => {
  const document = await readWordDocument(
    docx({ body: p('Soy [Nombre del cliente] de [ciudad] con [observaciones].') }),
  )
  const decisions = createProposalDecisions(document.proposals).map((one) => ({ ...one, status: 'accepted' as const }))
  const existing = [
    { key: 'cliente', label: 'Nombre cliente', type: 'text' as const, required: true },
    { key: 'observaciones', label: 'Anexo', type: 'file' as const },
  ]
  const imported = buildImportedFormat(document, decisions, 'COP', existing)
  expect(imported.body).toBe('Soy {{cliente}} de {{ciudad}} con {{observaciones_2}}.')
  expect(imported.fields.map(({ label }) => label)).toEqual(['Ciudad', 'Observaciones 2'])
})

it('notes the cell of each text of a table for the review', async () => {
  const body =
    p('Antes') +
    tbl(
      [3000, 3000, 3000],
      [tr([tc('Título', '<w:gridSpan w:val="3"/>')]), tr([tc('Nombre'), tc(''), tc(`${p('Uno')}${p('Dos')}`)])],
    ) +
    tbl([3000], [tr([tc('Otra')])])
  const { original } = await readWordDocument(docx({ styles: wordStyles, body: body + section }))
  const cells = original.map(({ cell, segments }) => [
    segments.map(({ text }) => text).join(''),
    cell && `${cell.table}: ${cell.row}, ${cell.column}, ${cell.span}`,
  ])
  expect(cells).toEqual([
    ['Antes', null],
    ['Título', '1: 0, 0, 3'],
    ['Nombre', '1: 1, 0, 1'],
    ['', '1: 1, 1, 1'],
    ['Uno', '1: 1, 2, 1'],
    ['Dos', '1: 1, 2, 1'],
    ['Otra', '2: 0, 0, 1'],
  ])
})
