import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { defaultPageSetup } from '../../../src/domain/documents/page.ts'
import { initialFormats } from '../../../src/domain/formats/seed/initial-formats.ts'
import { readWordDocument } from '../../../src/word/reading/read-word-document.ts'
import { buildImportedFormat, createProposalDecisions } from '../../../src/word/word-format.ts'
import { writeFormatDocument } from '../../../src/word/writing/format-document.ts'
import { convertWithWriter, hasWriter } from '../../support/office.ts'

const folder = mkdtempSync(join(tmpdir(), 'word-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function writeAndRead(format: Pick<(typeof initialFormats)[number], 'name' | 'body' | 'fields'>) {
  const file = await writeFormatDocument({ ...format, page: defaultPageSetup })
  return readBack(new Uint8Array(await file.arrayBuffer()))
}

async function readBack(bytes: Uint8Array) {
  const document = await readWordDocument(bytes)
  return { ...document, ...buildImportedFormat(document, createProposalDecisions(document.proposals), 'COP') }
}

const cases = [
  ...initialFormats,
  {
    code: 'X',
    name: 'Prueba',
    fields: [],
    body: `{{1.}} Uno
{{>a)}} Dos
{{>a)}} Tres
{{>>i.}} Cuatro
{{1.}} Cinco
{{#si a}}
{{1.}} Seis
{{/si}}

Texto

{{1. sigue}} Siete

{{al centro}} Al medio
{{a la derecha}} A la derecha

{{nueva página}}

## {{al centro}} Dos

| A | B | C |
| {{2 columnas}} AB | {{a la derecha}} {{c|moneda}} |

{{columnas: 20, 80 derecha}}
| A | B |
| 1 | |

Nombre {{...}} {{nombre}} {{*}}uno{{*}} {{_}}dos{{_}}`,
  },
]

describe('a format written to Word and read again', () => {
  it.each(initialFormats.map((format) => [format.name, format] as const))(
    '%s: has the same body',
    async (_, format) => {
      const back = await writeAndRead(format)
      expect(back.body).toBe(format.body)
      expect(back.omittedItems).toEqual([])
      expect(back.proposals).toEqual([])
    },
  )

  it.each([
    ['nested lists', '{{1.}} Uno\n{{>a)}} Dos\n{{>a)}} Tres\n{{>>i.}} Cuatro\n{{1.}} Cinco\n{{>1.1.}} Seis'],
    ['a list that continues', '{{1.}} Uno\n\nTexto\n\n{{1. sigue}} Dos\n\nTexto\n\n{{1. desde 7}} Siete\n{{1.}} Ocho'],
    ['lists of several kinds', '{{-}} Uno\n{{(a)}} Dos\n{{A.}} Tres\n\n{{a)}} Cuatro\n\n{{a)}} Cinco'],
    ['conditional items', '{{1.}} Uno\n{{#si a}}\n{{1.}} Dos\n{{sino}}\n{{1.}} Otro\n{{/si}}\n{{1.}} Tres'],
    ['an item with two lines', '{{1.}} Uno\nsigue\n{{1.}} Dos'],
    [
      'headings',
      '## Primero\n\n## {{al centro}} Segundo {{*}}cursivo{{*}}\nTexto\n\n# Título\n\n# {{a la derecha}} Otro',
    ],
    ['alignment', '{{al centro}} Al medio\n{{a la derecha}} A la derecha\n\n{{a la izquierda}} Normal'],
    ['styles', '**Uno {{*}}dos{{*}}** {{_}}tres{{_}} {{*}}{{clave}}{{*}} **a** **b**'],
    ['unpaired marks', 'Cinco ** y {{*}} sueltos'],
    ['invalid tags', '{{clave mala}} y {{}}'],
    ['characters of XML', 'a < b & c > "d" \' [x] ____ (  ) $ {{valor}} {{#si a < 3 y b = "<&>"}}x{{/si}}'],
    ['tabs', 'Nombre {{...}} {{nombre}} {{___ 8,5 cm}} {{tabulación 2 cm}}fin'],
    ['pages', 'Uno\n\n{{nueva página}}\n\nDos\n{{nueva página}}\nTres'],
    [
      'merged cells',
      '| A | B | C |\n| {{2 columnas}} AB | {{a la derecha}} {{c|moneda}} |\n| {{3 columnas}} {{al centro}} Todo |',
    ],
    [
      'a table without header',
      'Texto\n| | |\n| **a** | b |\n\n| |\n| c |\n\n{{columnas: 20, 80 derecha}}\n| A | B |\n| 1 | |',
    ],
    [
      'a table with rows by condition',
      '| A | B |\n{{#t}}\n{{#si x}}\n| {{a}} | {{b}} |\n{{/si}}\n{{/t}}\n| Total | {{b}} |\n{{#si y}}\nFin\n{{/si}}',
    ],
  ])('%s: has the same body', async (_, body) => {
    const back = await writeAndRead({ name: 'Prueba', fields: [], body })
    expect(back.body).toBe(body)
  })
})

// LibreOffice 7.4 drops the names and tags of content controls. Their text stays, and the reader needs nothing else.
describe.skipIf(!hasWriter)('a format saved by LibreOffice', () => {
  it('has the same body', async () => {
    for (const { code, ...format } of cases) {
      const file = await writeFormatDocument({ ...format, page: defaultPageSetup })
      writeFileSync(join(folder, `${code}.docx`), new Uint8Array(await file.arrayBuffer()))
    }
    const names = cases.map(({ code }) => `${code}.docx`)
    const saved = convertWithWriter(folder, 'docx:MS Word 2007 XML', names)
    for (const { code, body } of cases) {
      const back = await readBack(new Uint8Array(readFileSync(join(saved, `${code}.docx`))))
      expect(back.body).toBe(body)
      expect(back.omittedItems).toEqual([])
    }
  }, 120_000)
})
