import { join } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { compressAssets } from './scripts/build/compress-assets.ts'
import { documentFontsPlugin } from './scripts/build/document-fonts.ts'
import { helpPagesPlugin } from './scripts/build/help.ts'
import { serverBuildPlugin } from './scripts/build/server.ts'
import { getSharedChunk } from './scripts/build/shared-chunks.ts'
import { findIsolatedTests } from './tests/support/isolated.ts'
import { LongestFirst } from './tests/support/order.ts'

const here = import.meta.dirname
const backend = process.env.PB_URL ?? 'http://127.0.0.1:8090'
const isolatedTests = process.env.VITEST ? findIsolatedTests(here) : []

/** Settings of all tests. */
const common = {
  // All projects share one queue, and need the same number of workers for that.
  maxWorkers: Number(process.env.TEST_WORKERS ?? 2),
  // A test without assertions fails.
  // Polls take a second or two, and longer while other test files use the same cores.
  expect: { requireAssertions: true, poll: { timeout: 60_000 } },
}
const unit = { ...common, environment: 'node' as const, testTimeout: 30_000 }
const withServers = {
  ...common,
  // A worker imports the modules of all its files once, because loading the tools, such as the browser driver, takes a second per file.
  isolate: false,
  globalSetup: [join(here, 'tests/support/global-setup.ts')],
  // A step of two seconds may take a minute while other test files use the same cores.
  testTimeout: 120_000,
  hookTimeout: 240_000,
}

export default defineConfig({
  root: process.env.VITEST ? here : join(here, 'src'),
  plugins: [
    documentFontsPlugin(),
    helpPagesPlugin(),
    // Tests read the generated tree of routes; making it takes half of the time of a single unit test.
    !process.env.VITEST &&
      tanstackRouter({
        target: 'react',
        autoCodeSplitting: true,
        quoteStyle: 'single',
        routesDirectory: join(here, 'src/routes'),
        generatedRouteTree: join(here, 'src/routeTree.gen.ts'),
      }),
    react(),
    compressAssets(),
    serverBuildPlugin(),
  ],
  // React has what this package adds to its older versions.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }] },
  server: { proxy: { '/api': backend } },
  worker: { format: 'es' },
  build: {
    outDir: join(here, 'dist/pb_public'),
    emptyOutDir: true,
    target: 'es2022',
    // Preloading only hints: browsers that do not know it load the same files a moment later.
    modulePreload: { polyfill: false },
    // One style sheet and few shared scripts, because each further request costs more than the bytes that it saves.
    cssCodeSplit: false,
    rolldownOptions: {
      preserveEntrySignatures: 'allow-extension',
      output: {
        codeSplitting: { groups: [{ name: getSharedChunk, includeDependenciesRecursively: false }] },
      },
    },
  },
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          exclude: isolatedTests,
          isolate: false,
        },
      },
      // Starts a process for each file.
      { extends: true, test: { ...unit, name: 'unit-isolated', include: isolatedTests } },
      { test: { ...common, name: 'engine', include: ['tests/engine/**/*.test.ts'], testTimeout: 60_000 } },
      { test: { ...withServers, name: 'integration', include: ['tests/integration/**/*.test.ts'] } },
      {
        test: {
          ...withServers,
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          setupFiles: [join(here, 'tests/support/open-browser.ts')],
        },
      },
      {
        test: {
          ...common,
          name: 'offsite',
          include: ['tests/offsite/**/*.test.ts'],
          testTimeout: 60_000,
          // Waits for programs that are built while the other tests run.
          hookTimeout: 1_200_000,
        },
      },
    ],
  },
})
