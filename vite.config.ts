import { join } from 'node:path'
import { tanstackRouter } from '@tanstack/router-plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { chunkOf, noCircles } from './engine/build/chunks.ts'
import { documentFaces } from './engine/build/faces.ts'
import { firstPaint, minifiedEarly, precompressed } from './engine/build/pages.ts'
import { serverHalf } from './engine/build/server.ts'

const here = import.meta.dirname
const backend = process.env.PB_URL ?? 'http://127.0.0.1:8090'

/** A test that compares nothing on some path through it has seen nothing there, and fails. */
const requireAssertions = true
/** What changed elsewhere is heard within a second or two, and later where two browsers and two servers share two cores. */
const poll = { timeout: 30_000 }

export default defineConfig({
  root: process.env.VITEST ? here : join(here, 'src'),
  plugins: [
    documentFaces(),
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
    // Preloading only hints: browsers that do not know it load the same files a moment later.
    modulePreload: { polyfill: false },
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
          expect: { requireAssertions, poll },
        },
      },
      {
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          globalSetup: [join(here, 'tests/support/global-setup.ts')],
          // Two halves of the tests share two cores: what takes two seconds alone may take a minute.
          testTimeout: 120_000,
          hookTimeout: 240_000,
          expect: { requireAssertions, poll },
          fileParallelism: false,
          // One file at a time without a place of its own comes after all that have one.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: [join(here, 'tests/support/global-setup.ts')],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { requireAssertions, poll },
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'offsite',
          include: ['tests/offsite/**/*.test.ts'],
          // What it runs on is built while the others are tested.
          sequence: { groupOrder: 2 },
          // They wait, most of the time.
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 1_200_000,
          expect: { requireAssertions, poll },
        },
      },
    ],
  },
})
