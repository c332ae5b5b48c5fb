import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { parseHelpOutline as outlineOf, parseHelpSections } from '../../../scripts/build/help.ts'
import { findHelpTarget } from '../../../src/help/help-target.ts'
import { getHelpOutline, helpPageNames, loadHelpPage } from '../../../src/help/pages.ts'
import { searchHelp } from '../../../src/help/search.ts'

const root = join(import.meta.dirname, '../../..')
const folder = join(root, 'docs/ayuda/es')
const markdownOf = (page: string) => readFileSync(join(folder, `${page}.md`), 'utf8')

describe('help pages', () => {
  it('match the files of docs/ayuda/es', () => {
    const files = readdirSync(folder).map((name) => name.replace('.md', ''))
    expect([...helpPageNames].sort()).toEqual(files.sort())
  })

  it('convert to HTML with anchors, links and pictures', async () => {
    const html = await loadHelpPage('decidir')
    expect(html).not.toContain('<h1')
    expect(html).toContain('<h2 id="pasos-de-aprobación" tabindex="-1">Pasos de aprobación</h2>')
    expect(html).toMatch(
      /<img src="[^"]*solicitud[^"]*\.jpg" alt="[^"]+" width="\d{3,4}" height="\d{3,4}" loading="lazy">/,
    )
    expect(await loadHelpPage('formatos')).toContain('<a href="/ayuda/decidir#pasos-de-aprobación">Decidir</a>')
  })

  it('provide outlines and plain text sections', () => {
    const markdown = '# Uno\n\nVea *Panel*.\n\n## Dos: **a**\n\n| x | y |\n| --- | --- |\n| [a](b.md) | `c` |\n'
    expect(outlineOf(markdown)).toEqual({ title: 'Uno', sections: [{ id: 'dos-a', title: 'Dos: **a**' }] })
    expect(parseHelpSections(markdown)).toEqual([
      { id: '', title: 'Uno', text: 'Vea Panel.' },
      { id: 'dos-a', title: 'Dos: **a**', text: 'x y a c' },
    ])
  })
})

describe('help of a screen', () => {
  const screens = readdirSync(join(root, 'src/routes/app'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !/(^|\/)-|route\.tsx/.test(name))
    .map((name) => `/app/${name.replace(/\.tsx$|(\/)?index\.tsx$/g, '')}`)

  test.each(screens)('maps %s to an existing section', (screen) => {
    const { page, section } = findHelpTarget(screen)
    const { title, sections } = getHelpOutline(page)
    expect(title).not.toBe('')
    if (section) expect(sections.map(({ id }) => id)).toContain(section)
  })

  test.each([
    ['/app/request/create-batch', 'lotes', undefined],
    ['/app/request/abc', 'solicitar', 'qué-pasa-después'],
    ['/app/user-managment/x/request', 'administrar', 'usuarios'],
    ['/app/settings/groups', 'decidir', 'grupos-y-reemplazos'],
  ])('maps %s to %s#%s', (path, page, section) => {
    expect(findHelpTarget(path)).toEqual(section ? { page, section } : { page })
  })
})

describe('words of the help', () => {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('help/'))
    .map((name) => readFileSync(join(root, 'src', name), 'utf8'))
    .join('\n')

  test.each(helpPageNames)('appear on some screen if bold or italic in %s', (page) => {
    const markdown = markdownOf(page).replace(/`[^`]*`/g, '')
    const words = [...markdown.matchAll(/(\*{1,2})([^*\n]+)\1/g)].flatMap(([, , word = '']) => word.split(' › '))
    expect(words.filter((word) => !sources.toLowerCase().includes(word.toLowerCase()))).toEqual([])
  })
})

describe('help search', () => {
  test.each([
    ['reemplazo', 'decidir#grupos-y-reemplazos'],
    ['contraseñas equivocadas', 'cuenta#ingresar'],
    ['APROBACION pasos', 'decidir#pasos-de-aprobación'],
    ['webho', 'administrar#otros-programas'],
  ])('finds %s in %s', (query, expected) => {
    expect(searchHelp(query).map(({ page, section }) => `${page}#${section}`)).toContain(expected)
  })

  it('shows the words around the match', () => {
    expect(searchHelp('quincena xyz')).toEqual([])
    expect(searchHelp('')).toEqual([])
    expect(searchHelp('ausentarse')[0]?.excerpt).toContain('ausentarse')
  })
})
