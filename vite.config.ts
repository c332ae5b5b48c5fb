import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { build, minifySync, type Plugin, type Rolldown } from 'vite'
import { defineConfig } from 'vitest/config'
import { documentFonts } from './engine/fonts.mjs'
import { sets } from './src/domain/document/layout/letters.ts'

const here = import.meta.dirname
const backend = process.env.PB_URL ?? 'http://127.0.0.1:8090'

/** Writes `x.br` and `x.gz` beside every asset: PocketBase itself serves files uncompressed. */
function precompressed(): Plugin {
  return {
    name: 'precompressed',
    apply: 'build',
    closeBundle() {
      const folder = join(here, 'dist/pb_public/assets')
      // Also called when the build failed: its own error is the one to show.
      if (!existsSync(folder)) return
      for (const name of readdirSync(folder).filter((n) => /\.(js|css|svg)$/.test(n))) {
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

/** `public/early.js` is copied as it stands, and each page waits for it. */
function minifiedEarly(): Plugin {
  return {
    name: 'minified-early',
    apply: 'build',
    closeBundle() {
      const file = join(here, 'dist/pb_public/early.js')
      if (existsSync(file)) writeFileSync(file, minifySync('early.js', readFileSync(file, 'utf8')).code)
    },
  }
}

/** PocketBase runs entry files as plain scripts: CommonJS, nothing exported, no chunk shared between migrations. */
function script(source: string, outDir: string, name: string) {
  return forTheServer({ [name]: source }, outDir)
}

function forTheServer(entry: Record<string, string>, outDir: string) {
  return build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: join(here, 'dist', outDir),
      emptyOutDir: false,
      target: 'es2022',
      minify: false,
      lib: { entry: inside(entry), formats: ['cjs'], fileName: (_format, name) => `${name}.js` },
      rolldownOptions: {
        output: { esModule: false, generatedCode: { symbols: false }, chunkFileNames: 'shared/[name]-[hash].js' },
      },
    },
  })
}

function inside(entry: Record<string, string>) {
  return Object.fromEntries(Object.entries(entry).map(([name, source]) => [name, join(here, source)]))
}

/** `/assets/…` of a page's own files, by its address: what its module needs besides the page's first file. */
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
  // An address without a parameter is the better match of two.
  const names = [...pages.keys()].filter((page) => !page.endsWith('/route')).sort()
  names.sort((a, b) => Number(a.includes('$')) - Number(b.includes('$')))
  return Object.fromEntries(
    names.map((page) => [page, [...new Set([...frame(page), ...(pages.get(page) ?? [])])].map((name) => `/${name}`)]),
  )
}

/** Those of some addresses, for `public/early.js`. */
function attribute(files: Record<string, string[]>, isMeant: (page: string) => boolean) {
  const own = Object.entries(files).filter(([page]) => isMeant(page))
  return ` data-files='${JSON.stringify(Object.fromEntries(own))}'`
}

/** The icon as an address that holds it: a page needs one request less. */
function icon() {
  return `data:image/svg+xml,${encodeURIComponent(readFileSync(join(here, 'src/public/favicon.svg'), 'utf8').trim())}`
}

/** Makes pages of their own for the sign-in and the registration, which are there as markup, rendered by their own components. */
function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const outDir = join(here, 'dist/first-paint')
        const entry = join(here, 'src/session/first-paint.tsx')
        await build({
          configFile: false,
          root: join(here, 'src'),
          logLevel: 'warn',
          publicDir: false,
          plugins: [react()],
          build: { ssr: entry, outDir, emptyOutDir: true, target: 'es2022' },
        })
        const { firstPaints } = await import(`${join(outDir, 'first-paint.js')}?${Date.now()}`)
        rmSync(outDir, { recursive: true })
        const index = bundle['index.html']
        const html = index?.type === 'asset' ? String(index.source).replace('"/favicon.svg"', `"${icon()}"`) : ''
        const files = filesByPage(bundle)
        const early = '<script src="/early.js"'
        const module = / *<script type="module"[^>]*src="([^"]*)"[^>]*><\/script>\n/
        const main = module.exec(html)?.[1]
        if (index?.type !== 'asset' || !main) return this.error('the page has no first file')
        for (const [name, markup] of Object.entries<string>(firstPaints())) {
          const source = html
            .replace(module, '')
            .replace(early, `${early} data-main="${main}"${attribute(files, (page) => page === `/auth/${name}`)}`)
            .replace('<div id="root">', `<div id="root"><div id="first-paint">${markup}</div>`)
          this.emitFile({ type: 'asset', fileName: `${name}.html`, source })
        }
        index.source = html.replace(early, early + attribute(files, (page) => page.startsWith('/app/')))
      },
    },
  }
}

/** The server's half of the product, built after the browser's half by the same `vite build`. */
function serverHalf(): Plugin {
  return {
    name: 'server-half',
    apply: 'build',
    async closeBundle() {
      await buildServerHalf()
    },
  }
}

export async function buildServerHalf() {
  for (const folder of ['pb_hooks', 'pb_migrations'])
    rmSync(join(here, 'dist', folder), { recursive: true, force: true })
  const named = (folder: string) =>
    readdirSync(join(here, folder)).map((file) => [file.replace(/\.ts$/, ''), join(folder, file)] as const)
  await script('pb_hooks/main.pb.ts', 'pb_hooks', 'main.pb')
  await forTheServer(Object.fromEntries(named('pb_hooks/areas')), 'pb_hooks')
  writeLetters()
  for (const [name, source] of named('pb_migrations'))
    if (/^\d+_/.test(name)) await script(source, 'pb_migrations', name)
}

/** The fonts of the documents: whoever writes one reads those that it uses. */
function writeLetters() {
  const folder = join(here, 'dist/pb_hooks/letters')
  mkdirSync(folder, { recursive: true })
  const fonts = documentFonts(sets)
  for (const [name, font] of Object.entries(fonts)) writeFileSync(join(folder, `${name}.json`), JSON.stringify(font))
  const widths = (style: string) => sets.map((_, index) => `    [${fonts[`${style}${index}`]?.widths}],`).join('\n')
  const source = join(here, 'src/domain/document/layout/widths.gen.ts')
  const text = `/** The widths of the letters of \`sets\`, in thousandths of the size; the build writes them. */
export const widths = {\n  regular: [\n${widths('R')}\n  ],\n  bold: [\n${widths('B')}\n  ],\n  italic: [\n${widths('I')}\n  ],\n}\n`
  if (readFileSync(source, 'utf8') !== text) writeFileSync(source, text)
}

type Graph = { getModuleInfo(id: string): { isEntry: boolean; importers: string[]; dynamicImporters: string[] } | null }

/** The modules that are asked for by themselves, pages for the most part, and reach this one without being asked for anything more. */
function startsOf(id: string, graph: Graph, seen = new Set<string>()): string[] {
  const module = graph.getModuleInfo(id)
  if (!module || seen.has(id)) return []
  seen.add(id)
  const own = module.isEntry || module.dynamicImporters.length > 0 ? [id] : []
  return [...own, ...module.importers.flatMap((importer) => startsOf(importer, graph, seen))]
}

/** Where one comes in: what both pages need stands in one file. */
const isDoor = (start: string) => /\/routes\/auth\/(route|login|register\/index)\./.test(start)
/** What is fetched once somebody comes in: by the form, or with a session that was kept. */
const isEntrance = (start: string) => /\/session\/(guard|rules|register|sign-in)\./.test(start)
const isOutside = (start: string) => start.includes('/routes/auth/')
const isOfBatches = (start: string) => /batch/i.test(start)
const isFrame = (start: string) => /\/routes\/app\/route\./.test(start)
const isSchema = (id: string) =>
  /\/zod\/|@hookform|\/domain\/(user|written|format|settings|field|batch-input|decision|document\/paper|document\/signing)\./.test(
    id,
  )

/**
 * Few files, each of what is used together: by all (`base`), at the door (`auth`), in forms (`form`, `schemas`), with a session
 * (`client`), on the pages inside (`app`), on those of batches (`sheet`), and what is laid over a page (`popups`, `toaster`).
 * A page's own stays apart.
 */
function chunkOf(id: string, graph: Graph): string | null {
  if (/sonner|\/toaster\./.test(id)) return 'toaster'
  if (/base-ui|floating-ui/.test(id)) return 'popups'
  const starts = startsOf(id, graph)
  if (starts.some((start) => graph.getModuleInfo(start)?.isEntry)) return 'base'
  if (starts.length > 0 && starts.every(isDoor)) return 'auth'
  if (/\/react-hook-form\/|lib\/form\./.test(id)) return 'form'
  if (starts.some(isDoor)) return 'base'
  if (starts.length < 2 && !starts.every(isFrame)) return null
  if (isSchema(id)) return 'schemas'
  if (starts.some(isEntrance)) return 'client'
  if (starts.every(isOutside)) return 'outside'
  return starts.every(isOfBatches) ? 'sheet' : 'app'
}

/** Files that need each other would run in an order that nobody chose. */
function noCircles(): Plugin {
  return {
    name: 'no-circles',
    apply: 'build',
    generateBundle(_, bundle) {
      const walk = (name: string, way: string[]) => {
        if (way.includes(name)) this.error(`files need each other: ${[...way, name].join(' → ')}`)
        const file = bundle[name]
        for (const next of file?.type === 'chunk' ? file.imports : []) walk(next, [...way, name])
      }
      for (const name of Object.keys(bundle)) walk(name, [])
    },
  }
}

/** A test that compares nothing on some path through it has seen nothing there, and fails. */
const requireAssertions = true

export default defineConfig({
  root: process.env.VITEST ? here : join(here, 'src'),
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // Loaders with their pages: otherwise whatever they read with stands in the way of the sign-in.
      codeSplittingOptions: {
        defaultBehavior: [['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent']],
      },
      quoteStyle: 'single',
      routesDirectory: join(here, 'src/routes'),
      generatedRouteTree: join(here, 'src/routeTree.gen.ts'),
    }),
    react(),
    noCircles(),
    firstPaint(),
    precompressed(),
    minifiedEarly(),
    serverHalf(),
  ],
  server: { proxy: { '/api': backend } },
  worker: { format: 'es' },
  // One sheet of style, because the first paint needs its part before any script asks for it.
  build: {
    outDir: join(here, 'dist/pb_public'),
    emptyOutDir: true,
    target: 'es2022',
    cssCodeSplit: false,
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: {
        codeSplitting: { groups: [{ name: chunkOf, includeDependenciesRecursively: false }] },
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
      },
    },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'node',
          testTimeout: 30_000,
          expect: { requireAssertions },
        },
      },
      {
        test: {
          name: 'engine',
          include: ['tests/engine/**/*.test.ts'],
          testTimeout: 60_000,
          expect: { requireAssertions },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: [join(here, 'tests/support/global-setup.ts')],
          testTimeout: 30_000,
          hookTimeout: 120_000,
          expect: { requireAssertions },
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: [join(here, 'tests/support/global-setup.ts')],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // What changed elsewhere is heard within a second or two.
          expect: { requireAssertions, poll: { timeout: 5_000 } },
          fileParallelism: false,
        },
      },
    ],
  },
})
