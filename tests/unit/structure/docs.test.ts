import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { formatDockerRunCommand } from '../../../scripts/image.mjs'

const root = join(import.meta.dirname, '../../..')
const pages = ['README.md', ...markdownIn('docs')]
const text = (page: string) => readFileSync(join(root, page), 'utf8')

/** Pages without length limit, because they grow with the product. */
const unlimited = ['docs/decisions.md', 'docs/rendimiento.md', 'docs/CHANGELOG.md', 'docs/integracion/errores.md']

function markdownIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${folder}/${name}`)
}

/** Returns prose and lists, without code blocks, tables, headings and comments. */
function prose(page: string): string {
  return text(page)
    .replace(/^ *```[\s\S]*?^ *```$/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/^(\||#|!\[).*$/gm, '')
    .replace(/`[^`]*`/g, 'código')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
}

/** «## Pasos de aprobación» → `pasos-de-aprobación`, as forges name the anchors of headings. */
function anchors(page: string): string[] {
  return [...text(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Returns links of a page to missing files or headings. */
function brokenLinks(page: string): string[] {
  const links = [...text(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links.filter((link) => {
    if (/^https?:/.test(link)) return false
    const [path = '', anchor] = link.split('#')
    const target = path ? join(dirname(page), path) : page
    return !existsSync(join(root, target)) || (anchor && !anchors(target).includes(anchor))
  })
}

const folders = ['.ci', 'bench', 'docs', 'engine', 'scripts', 'pb_hooks', 'pb_migrations', 'src', 'tests']
/** All files of the repository, for pages that name a file without its folder. */
const files = [
  ...readdirSync(root),
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
  ),
]

/** Returns paths of a page to missing files, and names of missing source files. */
function missingPaths(page: string): string[] {
  const paths = [...text(page).matchAll(/(?<![\w./-])(\.?[a-z_]+)\/[^\s`)'",;:|<>…*]*/g)]
  const gone = paths.filter(([path, folder = '']) => folders.includes(folder) && !existsSync(join(root, path)))
  const names = [...text(page).matchAll(/`([\w./$-]+\.(?:tsx?|mjs|cjs|go|css|md))`/g)].map(([, name = '']) => name)
  return [
    ...gone.map(([path]) => path),
    ...names.filter((name) => !files.some((path) => `/${path}`.endsWith(`/${name}`))),
  ]
}

/** Returns the average number of words per sentence; list items count as sentences. */
function wordsPerSentence(page: string): number {
  const sentences = prose(page)
    .replace(/^ *(-|\d+\.) /gm, '. ')
    .split(/[.:;?!](?=\s)|\n\s*\n/)
    .map((sentence) => sentence.trim().split(/\s+/).filter(Boolean).length)
    .filter((count) => count > 0)
  return sentences.reduce((sum, count) => sum + count, 0) / Math.max(sentences.length, 1)
}

describe.each(pages)('%s', (page) => {
  it('has no broken links', () => {
    expect(brokenLinks(page)).toEqual([])
  })
  it('names only files and folders that exist', () => {
    expect(missingPaths(page)).toEqual([])
  })
  it('fits on two screens and has short sentences', () => {
    const lines = text(page).trimEnd().split('\n').length
    expect(unlimited.includes(page) ? 0 : lines).toBeLessThanOrEqual(page === 'README.md' ? 80 : 90)
    expect(wordsPerSentence(page)).toBeLessThanOrEqual(25)
  })
})

it('README starts the container with the flags that `npm run image` prints', () => {
  expect(text('README.md')).toContain(formatDockerRunCommand('formatos'))
})

it('README links to every page', () => {
  const readme = text('README.md')
  expect(pages.filter((page) => page !== 'README.md' && !readme.includes(`(${page})`))).toEqual([])
})
