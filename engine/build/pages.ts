import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, minifySync, type Plugin, type Rolldown } from 'vite'

// Build steps for the HTML pages and their assets, in addition to the compilation of scripts.

const root = join(import.meta.dirname, '../..')

/** Writes compressed copies of `early.js` and each asset (`x.br`, `x.gz`), because PocketBase serves files uncompressed. */
export function compressAssets(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    closeBundle() {
      const folder = join(root, 'dist/pb_public/assets')
      // Returns if the build failed, because Vite calls this function then too.
      if (!existsSync(folder)) return
      for (const name of ['../early.js', ...readdirSync(folder)].filter((n) => /\.(js|css|svg)$/.test(n))) {
        const bytes = readFileSync(join(folder, name))
        writeFileSync(
          join(folder, `${name}.br`),
          brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
        )
        writeFileSync(join(folder, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

/** Minifies `public/early.js`, because Vite copies this script unchanged and the script blocks the first paint. */
export function minifyFirstPaintScript(): Plugin {
  return {
    name: 'minified-early',
    apply: 'build',
    closeBundle() {
      const file = join(root, 'dist/pb_public/early.js')
      if (existsSync(file)) writeFileSync(file, minifySync('early.js', readFileSync(file, 'utf8')).code)
    },
  }
}

/** Maps the path of each page to its asset files: all chunks that the page imports, except the entry chunk. Paths without parameters come first. */
function filesByPage(bundle: Rolldown.OutputBundle) {
  const first = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)?.fileName
  const needs = (name: string): string[] => {
    const file = bundle[name]
    return file?.type !== 'chunk' || name === first ? [] : [name, ...file.imports.flatMap(needs)]
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
  return Object.fromEntries(
    names.map((page) => [page, [...new Set([...frame(page), ...(pages.get(page) ?? [])])].map((name) => `/${name}`)]),
  )
}

/** Returns the icon as a data URL, which saves a request per page. */
function icon() {
  return `data:image/svg+xml,${encodeURIComponent(readFileSync(join(root, 'src/public/favicon.svg'), 'utf8').trim())}`
}

/** Renders the sign-in and registration pages to HTML files from their React components. */
export function prerenderSignInPages(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const outDir = join(root, 'dist/first-paint')
        const entry = join(root, 'src/session/first-paint.tsx')
        await build({
          configFile: false,
          root: join(root, 'src'),
          logLevel: 'warn',
          publicDir: false,
          plugins: [react()],
          build: { ssr: entry, outDir, emptyOutDir: true, target: 'es2022' },
        })
        const { renderSignInScreens } = await import(`${join(outDir, 'first-paint.js')}?${Date.now()}`)
        rmSync(outDir, { recursive: true })
        const index = bundle['index.html']
        const html = index?.type === 'asset' ? String(index.source).replace('"/favicon.svg"', `"${icon()}"`) : ''
        const files = filesByPage(bundle)
        const early = '<script src="/early.js"'
        const module = / *<script type="module"[^>]*src="([^"]*)"[^>]*><\/script>\n/
        const main = module.exec(html)?.[1]
        if (index?.type !== 'asset' || !main) return this.error('the page has no first file')
        for (const [name, markup] of Object.entries<string>(renderSignInScreens())) {
          const source = html
            .replace(module, '')
            .replace(early, `${early} data-main="${main}" data-files="${files[`/auth/${name}`]?.join(' ')}"`)
            .replace('<div id="root">', `<div id="root"><div id="first-paint">${markup}</div>`)
          this.emitFile({ type: 'asset', fileName: `${name}.html`, source })
        }
        index.source = html
        const inside = Object.entries(files).filter(([page]) => page.startsWith('/app/'))
        this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(Object.fromEntries(inside)) })
      },
    },
  }
}
