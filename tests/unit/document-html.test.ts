import { expect, test } from 'vitest'
import type { DocumentModelInput } from '../../src/domain/documents/document.ts'
import { renderHtml } from '../../src/domain/documents/html.ts'
import type { PageSetup } from '../../src/domain/documents/page.ts'
import { renderBlocks } from '../../src/domain/documents/render.ts'
import type { Field, Values } from '../../src/domain/fields/field.ts'
import { aModel } from '../support/example-documents.ts'

const text = (key: string): Field => ({ key, label: `Campo ${key}`, type: 'text' })
const columns = [text('codigo'), { ...text('cantidad'), type: 'integer' as const }]
const fields: Field[] = [
  text('nombre'),
  { ...text('nota'), type: 'longText' },
  { ...text('items'), type: 'table', columns },
]

function htmlOf(body: string, values: Values, number = 'CL-2026-000147', parts: Partial<DocumentModelInput> = {}) {
  const organisation = { name: 'Güell & Cía. <S. A.>', id: 'NIT 900.123.456-8', city: 'Bogotá D. C.' }
  const blocks = renderBlocks(body, fields, values)
  return renderHtml(aModel({ organisation, format: { code: 'CL', name: 'Carta' }, number, blocks, ...parts }))
}

test('renders each block as an element, in Spanish, with title and number', () => {
  const html = htmlOf('# Uno\n\n## Dos\n\nHola **{{nombre}}**\nadiós', { nombre: 'Ana' })
  expect(html).toContain('<html lang="es-CO">')
  expect(html).toContain('<title>Carta · CL-2026-000147</title>')
  expect(html).toContain('<h1>Uno</h1>\n<h2>Dos</h2>\n<p>Hola <strong>Ana</strong><br>adiós</p>')
  expect(html).toContain('PRELIMINAR')
  expect(html).toContain('20 de noviembre de 2026')
})

test('marks an annulled document and leaves a final document unmarked', () => {
  expect(htmlOf('Hola', {}, undefined, { kind: 'final' })).not.toMatch(/preliminar|anulado|class="mark"/i)
  const annulled = htmlOf('Hola', {}, undefined, { kind: 'annulled', annulledOn: '2026-12-03' })
  expect(annulled).toContain('<div class="mark" aria-hidden="true">ANULADO</div>')
  expect(annulled).toContain('<footer>Documento anulado el 3 de diciembre de 2026 · N.º CL-2026-000147</footer>')
  expect(annulled).not.toMatch(/preliminar/i)
})

test('renders italics as emphasis and leaves room for long list marks', () => {
  expect(htmlOf('uno {{*}}{{nombre}}{{*}} **{{*}}x{{*}}**', { nombre: '<i>' })).toContain(
    '<p>uno <em>&lt;i&gt;</em> <strong><em>x</em></strong></p>',
  )
  expect(htmlOf('{{a)}} x\n'.repeat(26), {})).toContain('<ol style="--mark: 26pt">')
  expect(htmlOf('{{1.}} x\n'.repeat(120), {})).toContain('<ol style="--mark: 33pt">')
})

test('uses the page setup of the format', () => {
  const sheet = (page?: PageSetup) => htmlOf('Hola', {}, undefined, page && { page })
  expect(sheet()).toContain('@page { size: 612pt 792pt; margin: 74pt 79pt 78pt }')
  expect(sheet()).toContain('text-align: justify')
  const a4 = sheet({ size: 'a4', margins: 'narrow', isJustified: false, country: 'MX', textSize: 11 })
  expect(a4).toContain('@page { size: 595.28pt 841.89pt; margin: 66pt 57pt 70pt }')
  expect(a4).toContain('body { max-width: 481.28pt; font: 11pt/1.45 ')
  expect(a4).toContain('<html lang="es-MX">')
  expect(a4).not.toContain('justify; hyphens')
  expect(sheet({ size: 'legal', margins: 'wide', isJustified: true, country: 'PE', textSize: 11 })).toContain(
    '@page { size: 612pt 1008pt; margin: 90pt 100pt 92pt }',
  )
})

test('renders table headers and aligns numbers to the end', () => {
  const html = htmlOf('| Código | Cantidad |\n{{#items}}\n| {{codigo}} | {{cantidad}} |\n{{/items}}', {
    items: [{ codigo: '007', cantidad: 12 }],
  })
  expect(html).toContain('<thead><tr><th scope="col">Código</th><th scope="col" class="end">Cantidad</th></tr></thead>')
  expect(html).toContain('<tr><td>007</td><td class="end whole">12</td></tr>')
})

test('keeps amounts with their currency symbol on one line', () => {
  const html = htmlOf('Paga ($ 2.600.000,00), US$ 5. y **S/ 12**. Cuesta $. AUS$ 5 y {{nombre}}', { nombre: '-$ 3,50' })
  expect(html).toContain(
    '<p>Paga (<span class="whole">$ 2.600.000,00</span>), <span class="whole">US$ 5</span>. y <strong><span class="whole">S/ 12</span></strong>. Cuesta $. AUS$ 5 y -<span class="whole">$ 3,50</span></p>',
  )
})

test('escapes values, names and text of the format', () => {
  const html = htmlOf('<b>{{nombre}}</b> {{nota}}', {
    nombre: '<img src=x onerror="alert(1)"> & \'x\'',
    nota: 'a\n<script>alert(1)</script>',
  })
  expect(html).toContain('&lt;b&gt;&lt;img src=x onerror=&quot;alert(1)&quot;&gt; &amp; &#39;x&#39;&lt;/b&gt;')
  expect(html).toContain('a<br>&lt;script&gt;')
  expect(html).toContain('Güell &amp; Cía. &lt;S. A.&gt;')
  expect(html).not.toMatch(/<(img|script|b)\b/)
})

test('blocks every external request', () => {
  expect(htmlOf('x', {})).toContain(
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'">`,
  )
})

test('renders lists, signatures, columns and unbroken sections as escaped elements', () => {
  const html = htmlOf(
    '{{a)}} {{nombre}}\n\n{{#sin partir}}\n{{columnas: 30, derecha}}\n| Código | Cantidad |\n{{#items}}\n| {{codigo}} | {{cantidad}} |\n{{/items}}\n| Total | 1 |\n{{/sin partir}}\n{{nueva página}}\n{{#aquí firma}}\n{{nombre}}\nGerente\n{{/aquí firma}}',
    { nombre: '<i>Ana</i>', items: [{ codigo: '<b>', cantidad: 1 }] },
  )
  expect(html).toContain(
    '<ol style="--mark: 26pt"><li><span class="item">a)</span><span>&lt;i&gt;Ana&lt;/i&gt;</span></li></ol>',
  )
  expect(html).toContain('<section class="together">\n<table><colgroup><col style="width:30%"><col></colgroup>')
  expect(html).toContain('<tr><td>&lt;b&gt;</td><td class="end whole">1</td></tr>\n<tr class="total">')
  expect(html).toContain('</table>\n</section>\n<div class="page"></div>')
  expect(html).toContain('<p class="over"></p><p>&lt;i&gt;Ana&lt;/i&gt;<br>Gerente</p>')
})

test('shows approver, date and format version in the footer', () => {
  const html = renderHtml(aModel({ number: 'X-1', approval: { by: 'Ana <Paz>', at: '2026-11-20T09:41' } }))
  expect(html.replaceAll('\xa0', ' ')).toContain(
    '<br>Aprobó Ana &lt;Paz&gt; el 20 de noviembre de 2026 a las 9:41 a. m.</footer>',
  )
})

test('shows the check code as text and as a QR code', () => {
  const check = { code: '7K3M-9QXW-2TBD', site: 'https://formatos.ejemplo.co/<b>' }
  const html = renderHtml(aModel({ number: 'X-2026-000001', check }))
  expect(html).toContain('<strong>7K3M-9QXW-2TBD</strong>')
  expect(html).toContain('formatos.ejemplo.co/%3Cb%3E/verificar<br>')
  expect(html).toMatch(/<svg role="img" aria-label="Código QR que lleva a https:[^"<>]*\/verificar\/7K3M-9QXW-2TBD"/)
  expect(renderHtml(aModel({ number: 'X-2026-000001' }))).not.toContain('<svg')
})
