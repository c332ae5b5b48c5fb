import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DocumentModelInput } from '../../src/domain/documents/document.ts'
import { buildEvidenceBlocks } from '../../src/domain/documents/evidence.ts'
import { glyphSets } from '../../src/domain/documents/layout/glyph-sets.ts'
import { type FontStyle, measureText } from '../../src/domain/documents/layout/metrics.ts'
import type { PageSetup } from '../../src/domain/documents/page.ts'
import { renderBlocks } from '../../src/domain/documents/render.ts'
import type { Field } from '../../src/domain/fields/field.ts'
import { initialFormats } from '../../src/domain/formats/seed/initial-formats.ts'
import { aLogo, aModel, documentOf, exampleOf, leastOf, mostOf, renderWholePdf } from '../support/example-documents.ts'
import { fonts } from '../support/fonts.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { faultsOf, lacksVeraPdf } from '../support/verapdf.ts'

const folder = temporaryFolder()

/** Names from ten countries in their own spelling. */
const names = {
  Polonia: 'Łukasz Wiśniewski',
  Vietnam: 'Nguyễn Thị Ánh',
  Rumania: 'Ștefan Țepeș',
  Islandia: 'Þórður Æsir Guðmundsson',
  Turquía: 'Çağla Şükrü İnönü-Işık',
  Chequia: 'Jiří Dvořák',
  Hungría: 'Erdős Győző',
  Brasil: 'João Gonçalves',
  Bielorrusia: 'Ŭladzimir Karatkievič',
  Letonia: 'Ģirts Kļaviņš',
}
const named: Field = { key: 'nombre', label: 'Nombre', type: 'text' }
/** Body with the name in each style, heading, list, table and signature. */
const everywhere = [
  '# {{nombre}}',
  'Consta que {{nombre}}, **{{nombre}}**, {{*}}{{nombre}}{{*}} y **{{*}}{{nombre}}{{*}}** son la misma persona.',
  '{{-}} {{nombre}}',
  '| Nombre | En mayúsculas |\n| {{nombre}} | {{nombre|mayusculas}} |',
  '{{#aquí firma}}\n{{nombre}}\n{{nombre}}\n{{/aquí firma}}',
].join('\n\n')
const capitals = {
  Polonia: 'ŁUKASZ WIŚNIEWSKI',
  Vietnam: 'NGUYỄN THỊ ÁNH',
  Rumania: 'ȘTEFAN ȚEPEȘ',
  Islandia: 'ÞÓRÐUR ÆSIR GUÐMUNDSSON',
  Turquía: 'ÇAĞLA ŞÜKRÜ İNÖNÜ-IŞIK',
  Chequia: 'JIŘÍ DVOŘÁK',
  Hungría: 'ERDŐS GYŐZŐ',
  Brasil: 'JOÃO GONÇALVES',
  Bielorrusia: 'ŬLADZIMIR KARATKIEVIČ',
  Letonia: 'ĢIRTS KĻAVIŅŠ',
} satisfies Record<keyof typeof names, string>

const everything = [
  '# Título\n{{#sin partir}}\n## Parte\n**{{cláusula}}.** {{organización}}\n{{/sin partir}}',
  '{{a)}} uno\n{{a)}} dos\n\n{{-}} punto\n\n{{1.}} número',
  '{{columnas: 60, centro, 20 derecha}}\n| A | B | C |\n| 1 | 2 | 3 |\n{{nueva página}}',
  '{{1.}} uno\n{{>a)}} {{_}}dos{{_}}\n{{>>(i)}} tres\n{{>-}} cuatro\n{{1.}} cinco\n\nPárrafo\n\n{{>1.1. sigue}} seis\n{{I. desde 4}} siete',
  '# {{a la izquierda}} {{_}}Título{{_}}\n{{al centro}} al {{_}}centro **de** la{{_}} página\n{{a la derecha}} derecha',
  'Firma {{tabulación}} C. C. {{tabulación}}\n{{tabulación}}\nNombre {{tabulación 5 cm}} Ana {{tabulación 12 cm}} x',
  '| {{2 columnas}} A | B |\n| 1 | 2 | {{_}}3{{_}} |\n| {{a la derecha}} {{2 columnas}} Total | {{tabulación}} 5 |',
  '{{#aquí firma}}\nAna Peña\nGerente\n{{/aquí firma}}\n{{aquí firman: Recursos Humanos}}',
].join('\n\n')
/** Returns the characters of a set that can be typed; combining marks on a lowercase and an uppercase letter. */
function typedOf(set: string) {
  return [...set]
    .filter((letter) => !/[\ue000-\uf8ff]/.test(letter))
    .map((letter) => (/\p{M}/u.test(letter) ? `q${letter}Q${letter}` : letter))
    .join(' ')
}

function documentWith(text: string, parts: Partial<DocumentModelInput> = {}) {
  const blocks = renderBlocks(text, [], {}, 'Uno')
  const organisation = { name: 'Uno & <Dos>', id: '', city: '' }
  return renderWholePdf(aModel({ organisation, format: { code: 'X', name: 'Équis' }, blocks, ...parts }))
}

describe('every document', () => {
  const files: string[] = []
  beforeAll(() => {
    function keep(name: string, { text, lacking }: { text: string; lacking: unknown[] }) {
      expect(lacking).toEqual([])
      const file = join(folder, `${name}.pdf`)
      writeFileSync(file, text)
      files.push(file)
    }
    for (const template of initialFormats)
      for (const logo of [null, aLogo()])
        for (const [name, valuesOf] of Object.entries({ leastOf, exampleOf, mostOf }))
          keep(
            `${template.code}-${name}-${logo ? 'logo' : 'plain'}`,
            documentOf(template, valuesOf(template.fields), logo),
          )
    keep('everything', documentWith(everything))
    keep('final', documentWith(everything, { number: 'X-2026-000001', kind: 'final' }))
    keep('annulled', documentWith(everything, { number: 'X-2026-000001', kind: 'annulled', annulledOn: '2026-12-03' }))
    const evidence = buildEvidenceBlocks(
      Object.values(names).map((name) => ({
        name,
        role: 'Aprobó la solicitud en el paso «Jefe»',
        at: '2026-11-29 20:48:12.345Z',
        confirmation: 'Código enviado a a***@ejemplo.co',
        origin: 'Chrome en Windows · 2800:484:1a80:1f00::17',
        hash: 'f'.repeat(64),
      })),
      'CO',
    )
    keep('evidence', documentWith(everything, { number: 'X-2026-000001', kind: 'final', evidence }))
    Object.values(names).forEach((nombre, index) => {
      for (const size of ['a4', 'legal'] as const) {
        const logo = (size === 'a4') === (index % 2 === 0) ? aLogo() : null
        const blocks = renderBlocks(everywhere, [named], { nombre })
        const organisation = { name: `${nombre} y Cía.`, id: '', city: nombre, logo }
        const page: PageSetup = { size, margins: 'normal', isJustified: true, country: 'CO', textSize: 11 }
        keep(`${nombre}-${size}`, documentWith('', { blocks, organisation, page, number: 'X-2026-000001' }))
      }
    })
    for (const [index, set] of glyphSets.entries()) keep(`letters-${index}`, documentWith(typedOf(set)))
  })

  test.skipIf(lacksVeraPdf())('passes veraPDF for PDF/UA-1 and PDF/A-2a', { timeout: 240_000 }, () => {
    expect(files).toHaveLength(10 * 2 * 3 + 4 + 10 * 2 + glyphSets.length)
    expect(faultsOf('ua1', files)).toEqual([])
    expect(faultsOf('2a', files)).toEqual([])
  })

  test.each(Object.entries(names))('keeps names of %s extractable: %s', (country, name) => {
    for (const size of ['a4', 'legal']) {
      const file = files.find((one) => one.endsWith(`${name}-${size}.pdf`)) ?? ''
      const text = execFileSync('pdftotext', ['-raw', file, '-'], { encoding: 'utf8' }).replace(/\s+/g, ' ')
      // Twice in the letterhead, then in the text, once in its table and twice in its signature.
      expect(text.split(name)).toHaveLength(1 + 2 + 1 + 4 + 1 + 1 + 2)
      expect(text).toContain(capitals[country as keyof typeof names])
      expect(execFileSync('pdfinfo', [file], { encoding: 'utf8' })).toContain(`${name} y Cía.`)
    }
  })

  test('stays under 60 kB for one page', () => {
    for (const template of initialFormats)
      expect(Buffer.byteLength(documentOf(template, leastOf(template.fields)).text), template.code).toBeLessThan(60_000)
    expect(Buffer.byteLength(documentWith('Łukasz Wiśniewski Nguyễn').text)).toBeLessThan(60_000)
  })
})

test('measures text with the glyph widths of the fonts', () => {
  const letters: Record<FontStyle, string> = { regular: 'R', bold: 'B', italic: 'I', boldItalic: 'BI' }
  for (const [style, letter] of Object.entries(letters) as [FontStyle, string][])
    for (const [index, set] of glyphSets.entries())
      expect([...set].map((each) => measureText(each, style))).toEqual(fonts[`${letter}${index}`]?.widths)
})
