import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { buildEvidenceBlocks, findValidApprovals } from '../../../src/domain/documents/evidence.ts'
import { renderHtml } from '../../../src/domain/documents/html.ts'
import { renderBlocks } from '../../../src/domain/documents/render.ts'
import { aModel, renderWholePdf } from '../../support/example-documents.ts'

const ana = {
  name: 'Ana Ruiz',
  role: 'Aprobó la solicitud en el paso «Jefe»',
  at: '2026-11-29 20:48:12.345Z',
  confirmation: 'Confirmó su contraseña',
  origin: 'Chrome en Windows · 190.24.1.7',
  hash: '0123456789abcdef0123456789abcdeffedcba9876543210fedcba9876543210',
}

function documentWith(evidence: ReturnType<typeof buildEvidenceBlocks>) {
  return aModel({
    number: 'X-2026-000001',
    date: '2026-11-29',
    blocks: renderBlocks('# Carta\n\nConsta que existe.', [], {}),
    signatures: [{ lines: [[{ text: 'Sol Paz', bold: false }]] }],
    check: { code: 'AAAA-BBBB-CCCC', site: 'https://formatos.ejemplo.co' },
    evidence,
  })
}

/** Returns the text of each page of a PDF. */
function pagesOf(model: ReturnType<typeof documentWith>): string[] {
  const { text, lacking } = renderWholePdf(model)
  expect(lacking).toEqual([])
  const pages = execFileSync('pdftotext', ['-layout', '-', '-'], { input: text, encoding: 'utf8' }).split('\f')
  return pages.slice(0, -1).map((page) => page.replace(/\s+/g, ' '))
}

describe('evidence page', () => {
  it('is the last page, after the signatures and the verification section', () => {
    const [letter, evidence, ...others] = pagesOf(documentWith(buildEvidenceBlocks([ana], 'CO')))
    expect(others).toEqual([])
    expect(letter).toContain('Sol Paz')
    expect(letter).toContain('Compruebe este documento')
    expect(evidence).not.toContain('Compruebe este documento')
    expect(evidence).toContain('Constancia de aprobación y firma')
    expect(evidence).toContain('Ana Ruiz')
    expect(evidence).toContain('Página 2 de 2')
    expect(evidence).toContain('Código AAAA-BBBB-CCCC')
    expect(letter?.split('AAAA-BBBB-CCCC')).toHaveLength(2)
  })

  it('shows who, in which role, when in local time and UTC, how, from where, and the hash', () => {
    const text = pagesOf(documentWith(buildEvidenceBlocks([ana], 'MX')))[1]
    for (const part of [
      'Aprobó la solicitud',
      '29 de noviembre de 2026',
      '2:48 p. m. (20:48:12 UTC)',
      'Confirmó su contraseña',
      'Chrome en Windows',
      '190.24.1.7',
      '0123456789abcdef0123456789abcdef',
      'fedcba9876543210fedcba9876543210',
    ])
      expect(text).toContain(part)
  })

  it('is in the page of the document service as well', () => {
    const html = renderHtml(documentWith(buildEvidenceBlocks([ana], 'CO')))
    expect(html.indexOf('Ana Ruiz')).toBeGreaterThan(html.indexOf('Compruebe este documento'))
    expect(renderHtml(documentWith([]))).not.toContain('Constancia de aprobación')
  })

  it('has no rows in a preview, and is absent if nobody approved or signed', () => {
    expect(pagesOf(documentWith(buildEvidenceBlocks(null, '')))[1]).toContain('Al aprobarse, esta página dirá quién')
    expect(pagesOf(documentWith(buildEvidenceBlocks([], 'CO')))).toHaveLength(1)
  })

  it('repeats its header on the pages of a long list', () => {
    const rows = Array.from({ length: 20 }, (_, n) => ({ ...ana, name: `Persona ${n}` }))
    const pages = pagesOf(documentWith(buildEvidenceBlocks(rows, 'CO')))
    expect(pages.length).toBeGreaterThan(2)
    for (const page of pages.slice(1)) expect(page).toContain('Cuándo y cómo')
    expect(pages.at(-1)).toContain('Persona 19')
  })
})

describe('valid approvals', () => {
  const validOf = (...actions: string[]) =>
    findValidApprovals(actions.map((action, place) => ({ action, place }))).map(({ place }) => place)

  it('are those since the request was last sent or reopened', () => {
    expect(validOf('create', 'submit', 'approve', 'comment', 'approve', 'document')).toEqual([2, 4])
    expect(validOf('submit', 'approve', 'return', 'submit', 'approve')).toEqual([4])
    expect(validOf('submit', 'approve', 'reject', 'reopen', 'approve', 'issue')).toEqual([4])
    expect(validOf('submit')).toEqual([])
    expect(validOf()).toEqual([])
  })

  it('omits undone approvals, and keeps those before an undone return', () => {
    expect(validOf('submit', 'approve', 'undo', 'fill', 'approve')).toEqual([4])
    expect(validOf('submit', 'approve', 'approve', 'undo')).toEqual([1])
    expect(validOf('submit', 'approve', 'return', 'undo', 'approve')).toEqual([1, 4])
  })
})
