import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { minifyFirstPaintScript } from './first-paint-script.ts'

// Build steps for the HTML pages and their assets, in addition to the compilation of scripts.

const root = join(import.meta.dirname, '../..')

/** Writes compressed copies of each page and asset (`x.br`, `x.gz`), because PocketBase serves files uncompressed. */
export function compressAssets(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    closeBundle() {
      const folder = join(root, 'dist/pb_public')
      // Returns if the build failed, because Vite calls this function then too.
      if (!existsSync(join(folder, 'assets'))) return
      const assets = readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`)
      for (const name of [...readdirSync(folder), ...assets].filter((n) => /\.(html|js|css|svg)$/.test(n))) {
        const path = join(folder, name)
        const bytes = readFileSync(path)
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

/** Names CSS classes by name and file, without the line number, which compresses badly: `row` → `row_f3a1`. */
export const cssModules = {
  generateScopedName: (name: string, file: string) =>
    `${name}_${createHash('sha256').update(relative(root, file)).digest('hex').slice(0, 4)}`,
}

type Bundle = Rolldown.OutputBundle

/** Maps the path of each page to its asset files: all chunks that the page imports, first the entry chunk, which is the largest, and their style sheets. Paths without parameters come first. */
function filesByPage(bundle: Bundle) {
  const needs = (name: string): string[] => {
    const file = bundle[name]
    if (file?.type !== 'chunk') return []
    return [name, ...file.imports.flatMap(needs), ...(file.viteMetadata?.importedCss ?? [])]
  }
  const pages = new Map<string, Set<string>>()
  for (const file of Object.values(bundle))
    for (const id of file.type === 'chunk' ? Object.keys(file.modules) : []) {
      const page = /\/routes(\/(?:app|auth)\/.*?)(?:\/index)?\.tsx\?tsr-split/.exec(id)?.[1]
      if (page) pages.set(page, new Set(needs(file.fileName)))
    }
  const frame = (page: string) => pages.get(`${page.slice(0, page.indexOf('/', 1))}/route`) ?? []
  // Sorts paths without parameters first, because they take precedence over paths with parameters.
  const names = [...pages.keys()].filter((page) => !page.endsWith('/route')).sort()
  names.sort((a, b) => Number(a.includes('$')) - Number(b.includes('$')))
  const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)?.fileName ?? ''
  return Object.fromEntries(
    names.map((page) => [page, [...new Set([entry, ...frame(page), ...(pages.get(page) ?? [])])]]),
  )
}

/** Pages whose styles all HTML files contain, and whose scripts are compiled early. The styles of other pages load with their scripts. */
const frequentPages = [
  '/app/dashboard',
  '/app/request',
  '/app/request/$requestId',
  '/app/request/queue',
  '/app/request/batch',
  '/app/request/batch/$batchId',
  '/app/request/create',
]

function findFrequentFiles(bundle: Bundle, extension: string): string[] {
  const files = filesByPage(bundle)
  return [...new Set(frequentPages.flatMap((page) => files[page] ?? []))].filter((name) => name.endsWith(extension))
}

/** Removes the style sheets of frequent pages from the files that Vite loads. Returns their text. */
function removeFrequentStyles(bundle: Bundle): string {
  const names = findFrequentFiles(bundle, '.css')
  const text = readStyles(bundle, names)
  for (const name of names) delete bundle[name]
  for (const file of Object.values(bundle))
    if (file.type === 'chunk') for (const name of names) file.viteMetadata?.importedCss.delete(name)
  return text
}

const readStyles = (bundle: Bundle, names: readonly string[]) =>
  names
    .map((name) => bundle[name])
    .map((file) => (file?.type === 'asset' ? String(file.source) : ''))
    .join('')

/**
 * Prepends Chromium's comment for eager compilation in another thread to the scripts of frequent pages. Other browsers
 * ignore it.
 */
function compileFrequentScriptsEarly(bundle: Bundle) {
  for (const name of findFrequentFiles(bundle, '.js')) {
    const file = bundle[name]
    if (file?.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
  }
}

/** Returns the icon as a data URL, which saves a request per page. */
function icon() {
  return `data:image/svg+xml,${encodeURIComponent(readFileSync(join(root, 'src/public/favicon.svg'), 'utf8').trim())}`
}

/** Writes the style sheet and `early.js` into the page, and renders the sign-in and registration pages to HTML files from their React components. */
export function writePages(): Plugin[] {
  let styles = ''
  return [
    {
      name: 'frequent-styles',
      apply: 'build',
      generateBundle: {
        order: 'pre',
        handler(_, bundle) {
          styles = removeFrequentStyles(bundle)
        },
      },
    },
    {
      name: 'first-paint',
      apply: 'build',
      generateBundle: {
        order: 'post',
        async handler(_, bundle) {
          const index = bundle['index.html']
          if (index?.type !== 'asset') return this.error('there is no page')
          const html = String(index.source)
          const files = filesByPage(bundle)
          const writePage = (html: string, styles: string, scripts?: string[]) =>
            html
              .replace('"/favicon.svg"', () => `"${icon()}"`)
              .replace('</head>', () => `<style>${styles}</style></head>`)
              .replace('<script src="/early.js">', () => {
                const tag = scripts ? `<script data-files="/${scripts.join(' /')}">` : '<script>'
                return tag + minifyFirstPaintScript()
              })
          for (const [name, markup] of Object.entries<string>(await renderSignInScreens())) {
            const own = files[`/auth/${name}`] ?? []
            const page = html
              .replace(/ *<script type="module".*\n/, '')
              .replace('<div id="root">', () => `<div id="root"><div id="first-paint">${markup}</div>`)
            const source = writePage(
              page,
              styles + readStyles(bundle, own),
              own.filter((file) => file.endsWith('.js')),
            )
            this.emitFile({ type: 'asset', fileName: `${name}.html`, source })
          }
          index.source = writePage(html, styles)
          compileFrequentScriptsEarly(bundle)
          // The pages contain it.
          rmSync(join(root, 'dist/pb_public/early.js'), { force: true })
          const inside = Object.entries(files).filter(([page]) => page.startsWith('/app/'))
          this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(Object.fromEntries(inside)) })
        },
      },
    },
  ]
}

async function renderSignInScreens(): Promise<Record<string, string>> {
  const outDir = join(root, 'dist/first-paint')
  const entry = join(root, 'src/session/sign-in/first-paint.tsx')
  await build({
    configFile: false,
    root: join(root, 'src'),
    logLevel: 'warn',
    publicDir: false,
    plugins: [react()],
    css: { modules: cssModules },
    build: { ssr: entry, outDir, emptyOutDir: true, target: 'es2022' },
  })
  const { renderSignInScreens } = await import(`${join(outDir, 'first-paint.js')}?${Date.now()}`)
  rmSync(outDir, { recursive: true })
  return renderSignInScreens()
}
