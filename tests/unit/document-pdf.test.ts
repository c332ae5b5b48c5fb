import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { createSignature, type Signature } from '../../src/domain/documents/blocks.ts'
import type { DocumentModelInput } from '../../src/domain/documents/document.ts'
import { layoutDocument } from '../../src/domain/documents/layout/layout.ts'
import { withLineCache } from '../../src/domain/documents/layout/lines.ts'
import { parseLogo } from '../../src/domain/documents/logo.ts'
import { defaultPageSetup } from '../../src/domain/documents/page.ts'
import { renderBlocks } from '../../src/domain/documents/render.ts'
import type { Field, Values } from '../../src/domain/fields/field.ts'
import { aLogo, aModel, renderWholePdf } from '../support/example-documents.ts'
import { scanQrCodes } from '../support/qr.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()

const organisation = { name: 'Cooperativa Ñandú & Güell', id: 'NIT 900.123.456-8', city: 'Bogotá D. C.' }
const text = (key: string): Field => ({ key, label: `Campo ${key}`, type: 'text' })
const columns = [text('codigo'), text('descripcion'), { ...text('cantidad'), type: 'integer' as const }]
const fields: Field[] = [
  text('nombre'),
  { ...text('nota'), type: 'longText' },
  { ...text('items'), type: 'table', columns },
]
const table =
  '| Código | Descripción | Cantidad |\n{{#items}}\n| {{codigo}} | {{descripcion}} | {{cantidad}} |\n{{/items}}'

function pdfOf(body: string, values: Values = {}, parts: Partial<DocumentModelInput> = {}) {
  const blocks = renderBlocks(body, fields, values)
  const format = { code: 'CL', name: 'Carta laboral' }
  return renderWholePdf(aModel({ organisation, format, number: 'CL-2026-000147', blocks, ...parts }))
}

let written = 0

/** Reads a document with independent tools: qpdf for the file, poppler for its text. */
function read(body: string, values: Values = {}, parts: Partial<DocumentModelInput> = {}) {
  const { text, lacking } = pdfOf(body, values, parts)
  expect(lacking).toEqual([])
  const file = join(folder, `${++written}.pdf`)
  writeFileSync(file, text)
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { encoding: 'utf8' })
  expect(run('qpdf', '--check', file)).toContain('No syntax or stream encoding errors found')
  const pages = run('pdftotext', '-layout', file, '-').split('\f').slice(0, -1)
  const info = run('pdfinfo', file)
  return {
    text,
    file,
    pages,
    info,
    structure: () => run('pdfinfo', '-struct-text', file),
    size: Buffer.byteLength(text),
  }
}

describe('PDF file', () => {
  test('is valid, tagged, in Spanish and has a title', () => {
    const { info, structure, file, size } = read('# Constancia\n\nHola **{{nombre}}**.', { nombre: 'Íñigo Peña' })
    expect(info).toMatch(/Title: +Carta laboral · CL-2026-000147/)
    expect(info).toMatch(/Author: +Cooperativa Ñandú & Güell/)
    expect(info).toMatch(/Producer: +Formatos preeliminares/)
    expect(info).toMatch(/Tagged: +yes/)
    expect(info).toMatch(/Page size: +612 x 792 pts \(letter\)/)
    expect(structure()).toMatch(/H1 \(block\)\s+"Constancia"\s+P \(block\)\s+"Hola Íñigo Peña\."/)
    const raw = readFileSync(file, 'latin1')
    for (const part of ['/Lang(es-CO)', '/MarkInfo<</Marked true>>', '/DisplayDocTitle true'])
      expect(raw).toContain(part)
    expect(size).toBe(Buffer.byteLength(raw, 'latin1'))
    expect(size).toBeLessThan(40_000)
  })

  test('is identical after similar documents filled the line cache', () => {
    // Caches of one text must not affect another: with hyphens, in narrow columns, or with other values.
    const body = `# Carta\n\nHace constar que **{{nombre}}** desempeña el cargo de subdirección con puntualidad, ${'a'.repeat(90)} y a satisfacción de quienes han dirigido la dependencia, {{nota}} en ella.\n\n${table}`
    const values = (nombre: string): Values => ({
      nombre,
      nota: nombre.length % 3 ? nombre : '',
      items: [
        { codigo: '1', descripcion: `a satisfacción de quienes han dirigido la dependencia ${nombre}`, cantidad: '2' },
      ],
    })
    const page = { size: 'letter', margins: 'wide', isJustified: true, country: 'CO', textSize: 11 } as const
    const pages = [{}, { page }, { page: { ...page, isJustified: false } }]
    const ofAna = pages.map((parts) => pdfOf(body, values('Ana'), parts).text)
    const again = withLineCache(() => {
      for (let n = 1; n < 130; n++) pdfOf(body, values('Ana María '.repeat(n % 7) + n), pages[n % 3])
      return pages.toReversed().map((parts) => pdfOf(body, values('Ana'), parts).text)
    })
    expect(again.toReversed()).toEqual(ofAna)
  })

  test('shows mark, number, organisation and page count on every page', () => {
    const { pages } = read('{{nota}}', { nota: 'Una frase que se repite para llenar páginas. '.repeat(200).trim() })
    expect(pages.length).toBe(3)
    pages.forEach((page, index) => {
      expect(page).toContain('PRELIMINAR')
      expect(page).toContain('CL-2026-000147')
      expect(page).toContain('Cooperativa Ñandú & Güell')
      expect(page).toContain('Documento preliminar')
      expect(page).toContain(`Página ${index + 1} de 3`)
    })
  })

  test('leaves a final document unmarked and marks every page of an annulled document', () => {
    const nota = 'Una frase que se repite para llenar páginas. '.repeat(200).trim()
    const final = read('{{nota}}', { nota }, { kind: 'final' })
    const annulled = read('{{nota}}', { nota }, { kind: 'annulled', annulledOn: '2026-12-03' })
    for (const page of final.pages) {
      expect(page).toContain('CL-2026-000147')
      expect(page).not.toMatch(/preliminar|anulado/i)
    }
    for (const page of annulled.pages) {
      expect(page).toContain('ANULADO')
      expect(page).toContain('Documento anulado el 3 de diciembre de 2026')
      expect(page).not.toMatch(/preliminar/i)
    }
    // The watermark is decoration; screen readers read the stamp.
    expect(annulled.structure()).toMatch(/P \(block\)\s+"ANULADO"/)
    expect([final, annulled].map(({ pages }) => pages.length)).toEqual([3, 3])
    const drawn = (file: string) => readFileSync(file, 'latin1').match(/\/Subtype\/Watermark/g)?.length ?? 0
    expect([drawn(final.file), drawn(annulled.file)]).toEqual([0, 3])
  })

  test('labels a preview without a number', () => {
    const { pages, info } = read('Hola', {}, { number: null })
    expect(pages[0]).toContain('PRELIMINAR · VISTA PREVIA')
    expect(pages[0]).toContain('SIN NÚMERO')
    expect(info).toMatch(/Title: +Carta laboral · SIN NÚMERO/)
  })

  test('does not split addresses or phone numbers of the letterhead', () => {
    const [name, id, city] = ['Cooperativa Multiactiva El Ñandú', 'NIT 900.123.456-8', 'Bogotá D. C.']
    for (const more of ['', ', torre B', ', torre B, piso 21']) {
      const address = `Carrera 7 N.º 71-21, oficina 504${more}`
      const whose = { name, id, address, city, phone: '601 345 6789', web: 'www.elnandu.coop' }
      const { file } = read('Texto.', {}, { organisation: whose })
      const lines = execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' }).split('\n')
      const parts = lines.flatMap((line) => line.trim().split(' · '))
      for (const part of [address, '601 345 6789', 'www.elnandu.coop']) expect(parts).toContain(part)
    }
  })

  test('puts a long name below the logo, over the full text width', () => {
    const name = 'Fundación Universitaria Internacional de Estudios Superiores del Magdalena Medio y Compañía Limitada'
    const page = { size: 'a4', margins: 'wide', isJustified: true, country: 'CO', textSize: 11 } as const
    const { file } = read('Texto.', {}, { page, organisation: { ...organisation, name, logo: aLogo(120, 60) } })
    const lines = execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' }).split('\n')
    const at = lines.findIndex((line) => line.startsWith('Fundación'))
    const joinedLines = lines.slice(at, at + 3).map((line) => line.trim())
    expect(joinedLines.slice(0, 2).join(' ')).toBe(name)
    expect(joinedLines[2]).toBe('NIT 900.123.456-8 · Bogotá D. C.')
  })

  test('is valid with an organisation without details', () => {
    for (const name of ['Uno', '', 'Nombre muy largo de una organización '.repeat(3).trim()]) {
      const { pages } = read('# T\n\nHola\n\n{{nueva página}}\nFin', {}, { organisation: { name, id: '', city: '' } })
      expect(pages[0]).toContain('Hola')
      expect(pages[1]).toMatch(name ? /^\s*(Uno|Nombre muy largo) / : /^\s*Carta laboral /)
    }
  })
})

describe('characters', () => {
  test('prints all Spanish letters and common symbols', () => {
    const nombre = 'ÁÉÍÓÚÜÑ áéíóúüñ ¿qué? ¡sí! «a» “b” ‘c’ — – … • € £ ™ ª º ½ ´ Œœ Šš Žž Łł ı − \\ ( ) < >'
    expect(read('{{nombre}}', { nombre }).pages[0]).toContain(nombre)
  })

  test('replaces look-alike characters with their printable equivalents', () => {
    const nombre = 'guion\u2011duro, espacio\u00a0fijo y\u202ffino, oﬁcio, N\u0303andu\u0301, in\u00advi\u200bsible'
    expect(read('{{nombre}}', { nombre }).pages[0]).toContain(
      'guion-duro, espacio fijo y fino, oficio, Ñandú, invisible',
    )
  })

  test('reports characters missing from the fonts with their place and never replaces them', () => {
    const { lacking, text } = pdfOf('Ω {{nombre}}', { nombre: 'Juan 漢 😀' })
    expect(lacking).toEqual([
      { character: 'Ω', key: null, text: 'Ω ' },
      { character: '漢', key: 'nombre', text: 'Juan 漢 😀' },
      { character: '😀', key: 'nombre', text: 'Juan 漢 😀' },
    ])
    expect(text).not.toMatch(/\([^()\n]*\?[^()\n]*\)Tj/)
    expect(pdfOf('x', {}, { organisation: { ...organisation, name: 'Ωmega' } }).lacking[0]?.character).toBe('Ω')
  })

  test('measures characters as wide as a PDF reader does, in both fonts', () => {
    const all = Array.from({ length: 222 }, (_, index) => String.fromCharCode(33 + index)).filter(
      (c) => !/[\x7f-\xa0\xad]/.test(c),
    )
    const signs = [...'€ŁƒŠŒłŽı−“”•–—™šœ⁄žŸ']
    for (let from = 0; from < all.length + signs.length; from += 20) {
      const number = [...all, ...signs].slice(from, from + 20).join('')
      const { file } = read('línea\n'.repeat(60), {}, { number })
      const boxes = execFileSync('pdftotext', ['-bbox', file, '-'], { encoding: 'utf8' }).split('<page')
      // Aligned at the right margin: number (bold), date and page count; on later pages, running header and page count.
      for (const [page, count] of [
        [1, 3],
        [2, 2],
      ] as const) {
        const edges = [...(boxes[page] ?? '').matchAll(/xMax="([\d.]+)"/g)].map((match) => Number(match[1]))
        expect(edges.filter((edge) => Math.abs(edge - 533) < 0.03).length, `page ${page}: ${number}`).toBe(count)
      }
    }
  })

  test('prints hostile values literally', () => {
    const nombre = '{{nota}} **no** # no | no | <img src=x onerror=alert(1)> (\\) Tj ET endstream'
    expect(read('{{nombre}}', { nombre, nota: 'secreto' }).pages[0]).toContain(nombre)
  })
})

describe('text', () => {
  test('breaks no line between a currency symbol and its amount', () => {
    const starts = Array.from({ length: 24 }, (_, words) => 'otorrinolaringología '.repeat(words))
    const amounts = ['$', '($', '-US$', 'S/', '€', 'ARS'].map((sign) => `${sign} 2.600.000,00`)
    const long = read(starts.flatMap((words) => amounts.map((amount) => `${words}${amount} y sigue.`)).join('\n\n'))
    const printed = execFileSync('pdftotext', ['-raw', long.file, '-'], { encoding: 'utf8' })
    expect(printed.split(' 2.600.000,00').length - 1).toBe(starts.length * amounts.length)
    const prose = 'Un texto largo de la celda. '.repeat(20)
    const cells = [
      '$ {{nombre}}',
      '({{nota}}',
      'ARS {{nombre}}',
      'COP {{nombre}}',
      '**S/** {{nombre}}',
      '(US$ {{nombre}}).',
    ]
    const narrow = cells.map(
      (cell) => `{{columnas: 8, 46, 46}}\n| Valor | Uno | Dos |\n| ${cell} | ${prose} | ${prose} |`,
    )
    const { file } = read(narrow.join('\n\n'), { nombre: '2.600.000,00', nota: 'S/ 2.600.000,00' })
    const rows = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
    expect(rows.match(/\S+ +2\.600\.000,00/g)).toEqual([
      '$ 2.600.000,00',
      '(S/ 2.600.000,00',
      'ARS 2.600.000,00',
      'COP 2.600.000,00',
      'S/ 2.600.000,00',
      '(US$ 2.600.000,00',
    ])
  })

  test('keeps abbreviations and times on one line', () => {
    for (let words = 1; words < 20; words++) {
      const { file } = read(
        `${'palabra '.repeat(words)}{{nombre}}, en Bogotá D. C., de 8 a. m. a 4:30 p. m., por DOS MIL PESOS M/CTE, N.º 123 y sigue.`,
        {
          nombre: 'Comercial Andina S. A. S.',
        },
      )
      const text = execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' }).replace(/ +/g, ' ')
      for (const phrase of ['S. A. S.,', 'D. C.,', '8 a. m.', '4:30 p. m.', 'PESOS M/CTE', 'N.º 123'])
        expect(text).toContain(phrase)
    }
  })

  /** Returns the end and the widest space of each line of body text. */
  function linesOf(body: string, values: Values = {}, parts: Partial<DocumentModelInput> = {}) {
    const { file } = read(body, values, parts)
    const layout = execFileSync('pdftotext', ['-bbox-layout', file, '-'], { encoding: 'utf8' })
    const lines = [...layout.matchAll(/<line [^>]*>(.*?)<\/line>/gs)].map(([, line = '']) => {
      const words = [...line.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)"[^>]*>([^<]*)</g)]
      const gaps = words.slice(1).map((word, index) => Number(word[1]) - Number(words[index]?.[3]))
      const text = words.map((word) => word[4]).join(' ')
      return { text, top: Number(words[0]?.[2]), end: Number(words.at(-1)?.[3]), gap: Math.max(0, ...gaps) }
    })
    return lines.filter(({ top }) => top > 110 && top < 710)
  }

  test('justifies lines without wide gaps before a long name', () => {
    for (let words = 6; words < 22; words++) {
      const nombre = 'INVERSIONES AGROPECUARIAS DEL MAGDALENA MEDIO Y COMPAÑÍA'
      const lines = linesOf(`${'palabra '.repeat(words)}{{nombre}} y sigue el texto del documento hasta su fin.`, {
        nombre,
      })
      expect(lines.length).toBeGreaterThan(1)
      for (const { end, gap, text } of lines.slice(0, -1)) {
        expect(Math.abs(end - 533), text).toBeLessThan(0.1)
        // A space is 2.9 points wide; names are not hyphenated.
        expect(gap, text).toBeLessThan(14)
      }
      expect(lines.at(-1)?.end).toBeLessThan(533.1)
    }
  })

  test('hyphenates long words by Spanish rules and extracts them whole', () => {
    const body =
      'La responsabilidad extracontractual correspondiente, otorrinolaringología y electroencefalografía. '.repeat(6)
    const parted = linesOf(body).filter(({ text }) => /[a-z]-$/.test(text))
    expect(parted.length).toBeGreaterThan(1)
    for (const { end } of parted) expect(Math.abs(end - 533)).toBeLessThan(0.1)
    const { file, structure } = read(body)
    const extracted = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' })
    expect(extracted).not.toContain('\xad')
    expect(extracted.replace(/\s+/g, ' ')).toContain(body.trim())
    // The hyphens are artifacts, so screen readers read whole words.
    expect(structure().replace(/"\s*"/g, '').replace(/\s+/g, ' ')).toContain(body.trim())
  })

  test('aligns lines to the left if the page is not justified', () => {
    const page = { size: 'letter', margins: 'normal', isJustified: false, country: 'CO', textSize: 11 } as const
    const lines = linesOf('una frase de palabras cortas que no llena '.repeat(12), {}, { page })
    expect(lines.slice(0, -1).some(({ end }) => end < 530)).toBe(true)
    for (const { end, gap } of lines) {
      expect(end).toBeLessThan(533.1)
      expect(gap).toBeLessThan(2.9)
    }
  })

  test('breaks a word longer than the line without losing characters', () => {
    const nombre = 'x1y2z3'.repeat(100)
    expect(read('Clave: {{nombre}}.', { nombre }).pages.join('').replace(/\s/g, '')).toContain(`Clave:${nombre}.`)
  })

  test('keeps all words of 5,000 characters in order across pages', () => {
    const nota = Array.from({ length: 800 }, (_, index) => `p${index}`).join(' ')
    const { structure } = read('{{nota}}', { nota })
    expect(
      structure()
        .match(/\bp\d+\b/g)
        ?.join(' '),
    ).toBe(nota)
  })

  test('preserves line breaks of values', () => {
    expect(read('{{nota}}', { nota: 'uno\ndos\n\ntres' }).pages[0]).toMatch(/uno\n+dos\n+\n+tres/)
  })

  test('does not leave a heading at the end of a page', () => {
    for (let lines = 26; lines < 40; lines++) {
      const { pages } = read(`${'línea\n'.repeat(lines)}\n## Encabezado\n\nuno\ndos\n\ntres\n\ncuatro\n\ncinco`)
      const page = pages.find((one) => one.includes('Encabezado'))
      expect(page).toContain('dos')
    }
  })

  test('does not leave a signature alone on a page', () => {
    for (let lines = 26; lines < 40; lines++) {
      const { pages } = read(`${'línea\n'.repeat(lines)}\nSe expide hoy.\n\nAtentamente,\n\n____\nAna Peña\nGerente`)
      expect(pages.find((one) => one.includes('Ana Peña'))).toContain('Se expide hoy.')
    }
  })
})

describe('tables', () => {
  const items = Array.from({ length: 200 }, (_, index) => ({
    codigo: `000${index}`,
    descripcion:
      index % 9
        ? 'Tornillo'
        : 'Cemento gris de uso general en bulto de cincuenta kilogramos con certificado de calidad',
    cantidad: (index + 1) * 1000,
  }))

  test('prints each of 200 rows once, with the header on every page and aligned numbers', () => {
    const { pages, file } = read(table, { items })
    expect(pages.length).toBeGreaterThan(4)
    for (const page of pages) expect(page.match(/Código +Descripción +Cantidad/g)?.length).toBe(1)
    const rows = pages.join('').match(/^ *000\d+ .*$/gm) ?? []
    expect(rows.map((row) => row.trim().split(/ +/)[0])).toEqual(items.map((item) => item.codigo))
    const boxes = execFileSync('pdftotext', ['-bbox', '-l', '1', file, '-'], { encoding: 'utf8' })
    const edges = [...boxes.matchAll(/xMax="([\d.]+)"[^>]*>(?:Cantidad|[1-9]\d*\.?000)</g)].map((match) =>
      Number(match[1]),
    )
    expect(edges.length).toBeGreaterThan(20)
    expect(Math.max(...edges) - Math.min(...edges)).toBeLessThan(0.05)
  })

  test('tags a table with one header row', () => {
    const { structure } = read(table, { items })
    const tags = structure()
    expect(tags.match(/Table\b/g)?.length).toBe(1)
    expect(tags.match(/\bTH\b/g)?.length).toBe(3)
    expect(tags.match(/\bTR\b/g)?.length).toBe(201)
    expect(tags.match(/\bTD\b/g)?.length).toBe(600)
  })

  test('continues a row higher than a page on the next pages', () => {
    const descripcion = Array.from({ length: 900 }, (_, index) => `p${index}`).join(' ')
    const { pages } = read(table, { items: [{ codigo: 'A', descripcion, cantidad: 1 }] })
    expect(pages.length).toBeGreaterThan(1)
    const pageNumbers = pages.join(' ').match(/\bp\d+\b/g) ?? []
    expect(pageNumbers.length).toBe(900)
  })

  test('prints a header higher than a page without hanging', () => {
    const { pages } = read(`| ${'Encabezado larguísimo '.repeat(400)} | B |\n| a | b |`)
    expect(pages.join('').match(/larguísimo/g)?.length).toBe(400)
  })

  test('keeps many columns, empty cells and long words on the paper', () => {
    const row = Array.from({ length: 14 }, (_, index) => (index % 3 ? `columna-${index}-larga` : ''))
    const { pages } = read(`| ${row.join(' | ')} |\n| ${row.join(' | ')} |`)
    expect(pages.length).toBe(1)
  })
})

describe('special blocks', () => {
  test('tags list items and indents their following lines', () => {
    const { structure, pages } = read('Uno\n\n{{a)}} primero {{nota}}\n{{a)}} segundo\n\n{{-}} punto', {
      nota: 'palabra '.repeat(40).trim(),
    })
    expect(structure().match(/\bL \(block\)/g)).toHaveLength(2)
    expect(structure()).toMatch(/LI \(block\)\s+Lbl \(block\)\s+"a\)"\s+LBody \(block\)\s+"primero palabra/)
    const lines = (pages[0] ?? '').split('\n').filter((line) => /^\s*(a\)|palabra)/.test(line))
    expect(new Set(lines.map((line) => line.replace('a)', '  ').search(/\S/))).size).toBe(1)
  })

  test('makes room for long list marks and leaves short marks in place', () => {
    const gaps = (count: number, mark: string) => {
      const { file } = read(`${mark} texto\n`.repeat(count))
      const boxes = execFileSync('pdftotext', ['-bbox', file, '-'], { encoding: 'utf8' })
      const found = boxes.split('<page ').flatMap((page) => {
        const words = [...page.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="[\d.]+">([^<]+)</g)]
        return words.flatMap(([, start, top, , word]) => {
          const label = words.find(([, , y, , text = '']) => y === top && /^\w+[).]$/.test(text))
          return word === 'texto' && label ? [{ start: Number(start), gap: Number(start) - Number(label[3]) }] : []
        })
      })
      const starts = new Set(found.map(({ start }) => start))
      return { count: found.length, least: Math.min(...found.map(({ gap }) => gap)), starts: [...starts] }
    }
    const all = gaps(60, '{{a)}}')
    expect(all.count).toBe(60)
    expect(all.least).toBeGreaterThan(5.9)
    expect(all.starts).toHaveLength(1)
    expect(gaps(26, '{{a)}}').starts).toEqual([104.85])
    expect(gaps(99, '{{1.}}').starts).toEqual([104.85])
    expect(gaps(120, '{{1.}}').least).toBeGreaterThan(5.9)
  })

  test('embeds fonts for italics and bold italics', () => {
    const { text: file, pages } = read('uno {{*}}Łukasz{{*}} y **{{*}}Nguyễn{{*}}**')
    for (const face of ['Italic', 'BoldItalic'])
      expect(file).toMatch(new RegExp(`/FontName/LETRA[A-G]\\+NotoSerif-${face}/.*/FontFile2 \\d+ 0 R`))
    expect(pages[0]).toContain('uno Łukasz y Nguyễn')
  })

  test('breaks the page as requested and adds no empty page', () => {
    expect(
      read('uno\n{{nueva página}}\n{{nueva página}}\ndos').pages.map((page) => /\b(uno|dos)\b/.exec(page)?.[0]),
    ).toEqual(['uno', 'dos'])
  })

  test('keeps an unbroken section on one page', () => {
    for (let lines = 22; lines < 40; lines += 2) {
      const { pages } = read(
        `${'línea\n'.repeat(lines)}\n{{#sin partir}}\nAQUÍ\n\n${'otra\n\n'.repeat(5)}FIN\n{{/sin partir}}`,
      )
      expect(pages.find((page) => page.includes('AQUÍ'))).toContain('FIN')
    }
  })

  test('keeps the totals on the page of the last row', () => {
    for (let rows = 20; rows < 34; rows++) {
      const items = Array.from({ length: rows }, (_, at) => ({ codigo: `C${at}`, descripcion: 'x', cantidad: at }))
      const { pages } = read(`${table}\n| | Subtotal | 1 |\n| | Total | 2 |`, { items })
      expect(pages.find((page) => page.includes('Subtotal'))).toMatch(new RegExp(`C${rows - 1}\\b[^]*Total`))
    }
  })

  test('applies the width and centring of a column', () => {
    const items = [{ codigo: 'A', descripcion: 'x', cantidad: 1 }]
    const { file } = read(`{{columnas: 50 centro, 25, 25}}\n${table}`, { items })
    const boxes = execFileSync('pdftotext', ['-bbox', file, '-'], { encoding: 'utf8' })
    const [, left, right] = /xMin="([\d.]+)"[^>]*xMax="([\d.]+)"[^>]*>A</.exec(boxes) ?? []
    expect((Number(left) + Number(right)) / 2).toBeCloseTo(79 + 454 / 4, 0)
    const [, second] = /xMin="([\d.]+)"[^>]*>x</.exec(boxes) ?? []
    expect(Number(second)).toBeCloseTo(79 + 454 / 2 + 5, 0)
  })

  test('narrows a column with a set width before it splits figures or words', () => {
    const row = '| {{codigo}} | {{descripcion}} | caja | 1.234.567,00 | 19 % | 1.231.250,00 | 1.231.250,00 |'
    const body = `{{columnas: -, 40, -, derecha, derecha, derecha, derecha}}\n| Código | Descripción | Unidad | Cantidad | IVA | Valor | Total |\n{{#items}}\n${row}\n{{/items}}`
    const items = [{ codigo: '000871', descripcion: 'Resma de papel carta y otras cosas' }]
    for (const margins of ['normal', 'wide'] as const) {
      const { pages } = read(
        body,
        { items },
        { page: { size: 'a4', margins, isJustified: true, country: 'CO', textSize: 11 } },
      )
      for (const phrase of ['Código', 'Unidad', 'Cantidad', '000871', '1.234.567,00', '19 %', '1.231.250,00'])
        expect(pages[0]).toContain(phrase)
    }
  })

  test('puts signatures side by side, on the page of the last text', () => {
    const firma = (name: string) => `{{#aquí firma}}\n${name}\nC. C. 1\n{{/aquí firma}}\n`
    for (let words = 300; words < 700; words += 40) {
      const { pages } = read(`${'palabra '.repeat(words)}fin.\n\n${firma('Ana Peña')}${firma('Luis Güell')}`)
      expect(pages.at(-1)).toMatch(/Ana Peña +Luis Güell/)
      expect(pages.at(-1)).toContain('fin.')
      expect(pages.at(-1)?.match(/palabra/g)?.length).toBeGreaterThan(0)
    }
  })
})

describe('approver signature', () => {
  const approver = {
    name: 'Nubia Ibáñez Rey',
    post: 'Gerente',
    document: '',
    caption: 'Aprueba',
    approvedOn: '2026-11-20',
  }
  const flat = (pages: string[]) => pages.join(' ').replace(/\s+/g, ' ')
  const signedBy = (body: string, ...signatures: Signature[]) => flat(read(body, {}, { signatures }).pages)

  test('states an electronic approval, or draws a line below a scanned signature', () => {
    expect(signedBy('Hola', createSignature(approver))).toContain(
      'Hola Aprobado electrónicamente por Nubia Ibáñez Rey, el 20 de noviembre de 2026 Gerente Aprueba',
    )
    expect(signedBy('Hola', createSignature(approver, aLogo()))).toContain('Hola Nubia Ibáñez Rey Gerente Aprueba')
    expect(signedBy('Hola', createSignature({ ...approver, name: '(quien apruebe)', approvedOn: '' }))).toContain(
      'Aprobado electrónicamente por (quien apruebe) Gerente',
    )
  })

  test('follows the text like a paragraph, without an empty line above an electronic approval', () => {
    const tops = (signature: Signature) => {
      const { file } = read('Atentamente,\n\nAtentamente,', {}, { signatures: [signature] })
      const boxes = execFileSync('pdftotext', ['-bbox', file, '-'], { encoding: 'utf8' })
      const top = (word: string) =>
        [...boxes.matchAll(new RegExp(`yMin="([\\d.]+)"[^>]*>${word}<`, 'g'))].map(([, y]) => Number(y))
      return [...top('Atentamente,'), ...top('Aprobado'), ...top('Gerente')]
    }
    const [first = 0, second = 0, approved = 0] = tops(createSignature(approver))
    expect(approved - second).toBeLessThan(second - first + 0.5)
    // A handwritten signature needs space above its line.
    const [, text = 0, post = 0] = tops(createSignature({ ...approver, approvedOn: undefined }))
    expect(post - text).toBeGreaterThan(60)
  })

  test("merges with the same person's own signature, ignoring case and accents", () => {
    const body = '{{#aquí firma}}\nNUBIA IBAÑEZ REY\nSolicita\n{{/aquí firma}}'
    const signed = signedBy(body, createSignature(approver))
    expect(signed).toContain(
      'Aprobado electrónicamente por Nubia Ibáñez Rey, el 20 de noviembre de 2026 Solicita Gerente Aprueba',
    )
    expect(signed).not.toContain('NUBIA')
    expect(signedBy(body, createSignature(approver, aLogo()))).toContain('NUBIA IBAÑEZ REY Solicita Gerente Aprueba')
  })

  test('treats a person with another identity document as different', () => {
    const body = '{{#aquí firma}}\nNubia Ibáñez Rey\nC. C. 1.020.304.050\n{{/aquí firma}}'
    const signed = signedBy(body, createSignature({ ...approver, document: 'C. C. 52.345.678' }))
    expect(signed.split('Nubia')).toHaveLength(3)
    for (const id of ['1.020.304.050', '52.345.678']) expect(signed).toContain(`C. C. ${id}`)
  })
})

describe('mark of the seal', () => {
  const seal = { caption: 'Emite', name: 'Nubia Ibáñez Rey', post: '', document: '', sealedOn: '2026-11-29' }
  const textOf = (...signatures: Signature[]) => read('Hola', {}, { signatures }).pages.join(' ').replace(/\s+/g, ' ')

  test('names holder and day, and points to the original file', () => {
    expect(textOf(createSignature(seal))).toContain(
      'Hola Sellado electrónicamente por Nubia Ibáñez Rey, el 29 de noviembre de 2026 Compruebe el sello en el archivo PDF original. Emite',
    )
  })

  test('is absent from a document without seal', () => {
    const text = textOf(createSignature({ ...seal, name: '', sealedOn: '' }))
    for (const part of ['Sell', 'Emite', 'original']) expect(text).not.toContain(part)
  })

  test('is not merged with the signature of a person of that name', () => {
    const text = textOf(createSignature({ name: seal.name, post: 'Gerente', document: '' }), createSignature(seal))
    expect(text.split('Nubia')).toHaveLength(3)
  })
})

describe('reason for annulment', () => {
  const annulled = (annulReason: string) =>
    read('Hola', {}, { kind: 'annulled', annulledOn: '2026-12-03', annulReason })

  test('appears below the letterhead, without unsupported characters', () => {
    const { pages } = annulled('Se repite 王 <dos> veces.')
    expect(pages[0]?.replace(/\s+/g, ' ')).toContain(
      'Anulado el 3 de diciembre de 2026. Motivo: Se repite <dos> veces. Hola',
    )
    expect(annulled('').pages[0]).not.toContain('Motivo')
    expect(read('Hola', {}, { annulReason: 'Se repite.' }).pages[0]).not.toContain('Motivo')
  })
})

test.each([10, 11, 12] as const)('lays out text of %s points', (textSize) => {
  const blocks = renderBlocks('# Título\n\nUn párrafo.\n\n| Uno |\n| dos |', fields, {})
  const laid = layoutDocument(aModel({ blocks, page: { ...defaultPageSetup, textSize } }))
  const sizeOf = (text: string) =>
    laid.pages[0]?.groups
      .flatMap(({ items }) => items)
      .flatMap((item) => (item.kind === 'text' && item.runs[0]?.text === text ? item.size : []))
  expect([sizeOf('Título'), sizeOf('Un párrafo.'), sizeOf('dos')]).toEqual([
    [textSize + 4],
    [textSize],
    [textSize - 1.5],
  ])
})

describe('logo', () => {
  const chunk = (name: string, data: Buffer) =>
    Buffer.concat([Buffer.from([0, 0, data.length >> 8, data.length & 255]), Buffer.from(name), data, Buffer.alloc(4)])
  function png(colours: number, channels: number, extra: Buffer[] = []) {
    const head = Buffer.from([0, 0, 0, 4, 0, 0, 0, 2, 8, colours, 0, 0, 0])
    const pixels = Buffer.alloc(2 * (1 + 4 * channels), 90)
    for (const row of [0, 1]) pixels[row * (1 + 4 * channels)] = 0
    const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
    return Buffer.concat([
      start,
      chunk('IHDR', head),
      ...extra,
      chunk('IDAT', deflateSync(pixels)),
      chunk('IEND', Buffer.alloc(0)),
    ])
  }
  const jpeg = Buffer.from(
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AKp//2Q==',
    'base64',
  )

  test.each([
    ['JPEG', jpeg, 'image'],
    ['PNG in colour', png(2, 3), 'rgb'],
    ['PNG in grey', png(0, 1), 'gray'],
  ])('embeds %s unchanged', (_, bytes, kind) => {
    const logo = parseLogo(bytes)
    const { file, structure } = read('Hola', {}, { organisation: { ...organisation, logo } })
    expect(execFileSync('pdfimages', ['-list', file], { encoding: 'utf8' })).toContain(kind)
    expect(structure()).toContain('Figure')
    expect(logo?.src).toBe(`data:image/${logo?.kind};base64,${bytes.toString('base64')}`)
  })

  test.each([
    ['PNG with transparency', png(6, 4)],
    ['PNG with a transparent colour', png(2, 3, [chunk('tRNS', Buffer.alloc(6))])],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a cut JPEG', jpeg.subarray(0, 30)],
    ['a picture too large to be in every document', Buffer.concat([jpeg, Buffer.alloc(131_072)])],
    ['nothing', Buffer.alloc(0)],
  ])('rejects %s', (_, bytes) => {
    expect(parseLogo(bytes)).toBeNull()
  })
})

describe('document check', () => {
  const code = '7K3M-9QXW-2TBD'
  const long = 'Un párrafo de relleno que se repite hasta llenar la página. '.repeat(12)
  const paragraphs = (count: number) => Array.from({ length: count }, (_, index) => `${index} ${long}`).join('\n\n')
  const checkedAt = (site: string): Partial<DocumentModelInput> => ({ check: { code, site } })
  const lastPageOf = (body: string) => {
    const blocks = renderBlocks(body, fields, {})
    return layoutDocument(
      aModel({ organisation, number: 'CL-2026-000147', blocks, ...checkedAt('https://x.co') }),
    ).pages.at(-1)
  }

  test.each([
    ['https://formatos.ejemplo.co', 'HTTPS://FORMATOS.EJEMPLO.CO/VERIFICAR/7K3M-9QXW-2TBD'],
    ['http://127.0.0.1:8090', 'HTTP://127.0.0.1:8090/VERIFICAR/7K3M-9QXW-2TBD'],
    ['https://ejemplo.co/formatos', 'https://ejemplo.co/formatos/verificar/7K3M-9QXW-2TBD'],
    ['https://formatos_1.ejemplo.co', 'HTTPS://FORMATOS_1.EJEMPLO.CO/VERIFICAR/7K3M-9QXW-2TBD'],
    ['https://ñandú.co', 'HTTPS://%C3%B1AND%C3%BA.CO/VERIFICAR/7K3M-9QXW-2TBD'.toUpperCase()],
  ])('encodes the check address of %s in a QR code', (site, address) => {
    const { file, pages } = read('Hola.', {}, checkedAt(site))
    expect(scanQrCodes(readFileSync(file), 72)).toEqual([address])
    expect(pages[0]?.split(code)).toHaveLength(2)
  })

  test.each(['letter', 'a4', 'legal'] as const)(
    'shows the QR code on the last page and the check code on every page, in %s',
    (size) => {
      const page = { size, margins: 'normal', isJustified: true, country: 'CO', textSize: 11 } as const
      const { file, pages } = read(paragraphs(8), {}, { ...checkedAt('https://formatos.ejemplo.co'), page })
      expect(pages.length).toBeGreaterThan(1)
      for (const text of pages.slice(0, -1)) expect(text).toContain(`Código ${code} · formatos.ejemplo.co/verificar`)
      expect(pages.at(-1)).toMatch(
        /Compruebe este documento\s+Escanee el código QR[^·]*formatos\.ejemplo\.co\/verificar\s+7K3M-9QXW-2TBD/,
      )
      for (const text of pages)
        for (const once of [code, 'formatos.ejemplo.co/verificar']) expect(text.split(once), text).toHaveLength(2)
      const found = scanQrCodes(readFileSync(file), 72)
      expect(found.slice(0, -1).filter((text) => text !== null)).toEqual([])
      expect(found.at(-1)).toBe('HTTPS://FORMATOS.EJEMPLO.CO/VERIFICAR/7K3M-9QXW-2TBD')
    },
  )

  test('shows only text if the address is too long for a QR code', () => {
    const { pages, structure } = read('Hola.', {}, checkedAt(`https://${'a'.repeat(60)}.${'b'.repeat(60)}.co`))
    expect(pages[0]?.replace(/\s+/g, ' ')).toMatch(/Compruebe este documento .*\/verificar 7K3M-9QXW-2TBD/)
    expect(structure()).not.toContain('Figure')
  })

  test('does not leave the check block alone on a page', () => {
    for (let words = 0; words < 80; words++) {
      const last = lastPageOf(`${paragraphs(3)} ${'más palabras '.repeat(words)}`)
      const texts = last?.groups.flatMap(({ items }) => items.flatMap((item) => ('runs' in item ? item.runs : [])))
      expect(texts?.map(({ text }) => text).join(' '), String(words)).toMatch(/(relleno|palabras).*Compruebe/)
    }
  })

  test('does not leave the check block alone after a table', () => {
    for (let rows = 15; rows < 60; rows++) {
      const last = lastPageOf(`| A | B |\n${'| uno | dos |\n'.repeat(rows)}`)
      expect(
        last?.tags.some(({ name }) => name === 'TD'),
        String(rows),
      ).toBe(true)
    }
  })

  test('reserves the same space in a preview, which has no code yet', () => {
    const site = 'https://formatos.ejemplo.co'
    const body = paragraphs(5)
    const approval = { by: 'Nubia Ibáñez Rey', at: '2026-11-20T13:05' }
    const document = read(body, {}, { check: { code, site }, approval })
    const preview = read(body, {}, { check: { code: '', site } })
    const texts = (pages: string[]) =>
      pages.map((page) => page.split('\n').filter((line) => /relleno|repite/.test(line)))
    expect(texts(preview.pages)).toEqual(texts(document.pages))
    expect(preview.pages.at(-1)).toContain('Al aprobarse, llevará aquí un código')
    expect(preview.structure()).not.toContain('Figure')
  })

  describe('approver and date', () => {
    const approval = { by: 'Nubia Ibáñez Rey', at: '2026-11-20T13:05' }
    const flat = (page = '') => page.replace(/\s+/g, ' ')
    const readWithApproval = (change: Partial<DocumentModelInput>, site = 'https://formatos.ejemplo.co') =>
      read(paragraphs(5), {}, { check: { code, site }, approval, ...change })

    test('appear next to the check code, and abbreviated in the footers of the other pages', () => {
      const { pages, structure } = readWithApproval({})
      expect(pages).toHaveLength(2)
      expect(flat(pages[0])).toMatch(/verificar Aprobado 20\/11\/2026, 1:05 p\. m\. *$/)
      expect(flat(pages[1])).toMatch(/ Aprobó Nubia Ibáñez Rey el 20 de noviembre de 2026 a la 1:05 p\. m\. CL-2026-/)
      expect(flat(pages[1])).not.toContain('20/11/2026')
      const read = flat(structure().replace(/"\s*"/g, ' '))
      expect(read.match(/Aprob[óa]/g)).toEqual(['Aprobó'])
      expect(readWithApproval({}).text).toBe(readWithApproval({}).text)
    })

    test.each([
      ['2026-11-20T00:00', 'a las', '12:00 a. m.'],
      ['2026-11-20T01:59', 'a la', '1:59 a. m.'],
      ['2026-11-20T10:15', 'a las', '10:15 a. m.'],
      ['2026-11-20T11:59', 'a las', '11:59 a. m.'],
      ['2026-11-20T12:00', 'a las', '12:00 p. m.'],
      ['2026-11-20T23:07', 'a las', '11:07 p. m.'],
    ])('formats %s as %s %s', (at, article, hour) => {
      const { pages } = readWithApproval({ approval: { ...approval, at } })
      expect(flat(pages[1])).toContain(` ${article} ${hour} CL-2026-`)
      expect(flat(pages[0])).toMatch(new RegExp(`20/11/2026, ${hour} *$`))
    })

    test('omit a name with unsupported characters', () => {
      const { pages } = readWithApproval({ approval: { ...approval, by: 'Ωmega 王' } })
      expect(flat(pages[1])).toContain('Aprobó una persona autorizada el 20 de noviembre de 2026 a la 1:05 p. m. ')
    })

    test('read as generated if no approval was required', () => {
      const { pages } = readWithApproval({ approval: { ...approval, by: '' } })
      expect(flat(pages[0])).toContain('Generado 20/11/2026, 1:05 p. m.')
      expect(flat(pages[1])).toContain('Generado el 20 de noviembre de 2026 a la 1:05 p. m. ')
      expect(flat(pages.join(' '))).not.toMatch(/aprob/i)
    })

    test('appear in the footer only if the document has the date of the approval', () => {
      const { pages } = readWithApproval({ date: '2026-11-19' })
      expect(flat(pages.join(' '))).not.toContain('20/11/2026')
      expect(flat(pages[1])).toContain('Aprobó Nubia Ibáñez Rey el 20 de noviembre de 2026')
    })

    test('leave the footer if the address is long', () => {
      const { pages } = readWithApproval({}, `https://formatos.${'a'.repeat(44)}.co`)
      expect(flat(pages[0])).toMatch(/\.co\/verificar *$/)
      expect(flat(pages[1])).toContain('Aprobó Nubia')
    })

    test('are absent before the approval', () => {
      expect(readWithApproval({ approval: null }).pages.join()).not.toContain('Aprob')
    })
  })

  test('describes the QR code in an alternative text', () => {
    const { file } = read('Hola.', {}, checkedAt('https://formatos.ejemplo.co'))
    const alt = 'Código QR que lleva a https://formatos.ejemplo.co/verificar/7K3M-9QXW-2TBD'
    const hex = Buffer.from(alt, 'utf16le').swap16().toString('hex')
    expect(readFileSync(file, 'latin1').includes(`/Alt <feff${hex}>`)).toBe(true)
  })
})
