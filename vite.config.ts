import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { build, type Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

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

/** Puts the sign-in page into `index.html` as markup, rendered by the page's own components. */
function firstPaint(): Plugin {
  return {
    name: 'first-paint',
    apply: 'build',
    async transformIndexHtml(html) {
      const outDir = join(here, 'dist/first-paint')
      const entry = join(here, 'src/session/first-paint.tsx')
      await build({
        configFile: false,
        root: join(here, 'src'),
        logLevel: 'warn',
        publicDir: false,
        plugins: [react()],
        build: { ssr: entry, outDir, target: 'es2022' },
      })
      const page = await import(`${join(outDir, 'first-paint.js')}?${Date.now()}`)
      rmSync(outDir, { recursive: true })
      return html.replace('<div id="root">', `<div id="root"><div id="first-paint">${page.firstPaint()}</div>`)
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
  for (const [name, source] of named('pb_migrations'))
    if (/^\d+_/.test(name)) await script(source, 'pb_migrations', name)
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

/** Few files, each of what is used together: by every page, by those outside and inside, by those inside; a page's own stays apart. */
function chunkOf(id: string, graph: Graph): string | null {
  const starts = startsOf(id, graph)
  if (starts.some((start) => graph.getModuleInfo(start)?.isEntry)) return 'base'
  if (starts.length < 2) return null
  const late = starts.filter((start) => /\/(toaster|sonner)/.test(start))
  if (late.length === starts.length) return 'toaster'
  const outside = [...late, ...starts.filter((start) => /\/(session|routes\/auth)\//.test(start))]
  if (outside.length === starts.length) return 'auth'
  if (outside.length > 0) return 'common'
  return starts.some((start) => /routes\/app\/route\./.test(start)) || starts.length > 4 ? 'app' : 'work'
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
    firstPaint(),
    precompressed(),
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
        // Small pieces that were put with their neighbours may need each other's files.
        strictExecutionOrder: true,
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
