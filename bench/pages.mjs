import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from 'playwright-core'
import { build } from 'vite'
import { projectRoot } from '../scripts/project.mjs'
import { findBrowser } from '../tests/support/tools.mjs'
import { confirmBatch, createValidatedBatch } from './batch.mjs'
import { formatNumber, formatRatio, getMedian, reportTable } from './measure.mjs'
import { importBenchPackage } from './packages.mjs'
import { freePort, startServer } from './server.mjs'

const rounds = 3

/** Smallest page with React and the router, for comparison. */
const emptyPage = {
  'index.html': `<!doctype html><html lang="es"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Vacía</title>
<script type="module" src="/main.jsx"></script></head><body><div id="root"></div></body></html>`,
  'main.jsx': `import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
const rootRoute = createRootRoute()
const index = createRoute({ getParentRoute: () => rootRoute, path: '/vacia', component: () => createElement('h1', null, 'Vacía') })
const router = createRouter({ routeTree: rootRoute.addChildren([index]) })
createRoot(document.getElementById('root')).render(createElement(RouterProvider, { router }))`,
}

/** @typedef {{ performance: number, lcp: number, cls: number, requests: number, kilobytes: number }} Figures */

/** Measures each page with Lighthouse's telephone profile: performance, largest contentful paint, layout shift, requests and script. */
export async function measurePages() {
  const lighthouse = await importBenchPackage('lighthouse')
  const [product, empty] = [await startServer(), await startServer()]
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const browser = await chromium.launchPersistentContext(folder, {
    executablePath: findBrowser(),
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  })
  try {
    await buildEmptyPage(join(dirname(empty.dataDir), 'pb_public'))
    const batch = await createValidatedBatch(product, 200)
    await confirmBatch(product, batch)
    const { id } = await product.user.collection('requests').getFirstListItem('')
    const { user, admin } = product
    /** @type {[string, string, import('pocketbase').default | null][]} */
    const all = [
      ['vacía: React y el enrutador', `${empty.url}/vacia`, null],
      ['entrada', `${product.url}/auth/login`, null],
      ['registro', `${product.url}/auth/register/`, null],
      ['inicio', `${product.url}/app/dashboard`, user],
      ['lista', `${product.url}/app/request/`, user],
      ['solicitud', `${product.url}/app/request/${id}`, user],
      ['por revisar', `${product.url}/app/request/queue`, admin],
      ['lote', `${product.url}/app/request/batch/${batch.id}`, user],
      ['nueva solicitud', `${product.url}/app/request/create`, user],
    ]
    /** @type {Record<string, Figures[]>} */
    const seen = Object.fromEntries(all.map(([name]) => [name, []]))
    for (let round = 0; round < rounds; round++)
      for (const [name, url, person] of all) {
        await browser.clearCookies()
        if (person) await browser.addCookies([toSessionCookie(person, url)])
        seen[name]?.push(await measurePage(lighthouse, url, port))
      }
    reportFigures(seen)
  } finally {
    await browser.close()
    await Promise.all([product.stop(), empty.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {import('pocketbase').default} person @param {string} url */
function toSessionCookie({ authStore: { token, record } }, url) {
  return { name: 'pb_auth', value: encodeURIComponent(JSON.stringify({ token, record })), url: new URL(url).origin }
}

/** @param {Record<string, Figures[]>} seen */
function reportFigures(seen) {
  const middle = (/** @type {Figures[]} */ figures, /** @type {keyof Figures} */ name) =>
    getMedian(figures.map((each) => each[name]))
  const [empty = [], ...ours] = Object.values(seen)
  const names = Object.keys(seen).slice(1)
  const inShort = (/** @type {Figures[]} */ figures) =>
    [
      formatNumber(middle(figures, 'performance')),
      `${formatNumber(middle(figures, 'lcp') / 1000, 2)} s`,
      formatNumber(middle(figures, 'cls'), 3),
      formatNumber(middle(figures, 'requests')),
      `${formatNumber(middle(figures, 'kilobytes'))} kB`,
    ].join('; ')
  reportTable(
    [
      `una página en un teléfono lento (mediana de ${rounds}): rendimiento; LCP; CLS; peticiones; guiones`,
      'nuestro',
      'página vacía',
      'razón (LCP)',
      'meta',
    ],
    ours.map((figures, i) => [
      names[i] ?? '',
      inShort(figures),
      inShort(empty),
      formatRatio(middle(figures, 'lcp') / middle(empty, 'lcp'), 2),
      '≥ 85; ≤ 1,8 ×; ≤ 0,01; ≤ 16',
    ]),
  )
}

/**
 * @param {(url: string, flags: object) => Promise<any>} lighthouse @param {string} url @param {number} port @returns {Promise<Figures>}
 */
async function measurePage(lighthouse, url, port, tries = 3) {
  const { lhr } = await lighthouse(url, { port, onlyCategories: ['performance'], logLevel: 'error' })
  // On busy machines Lighthouse sometimes loses a trace.
  if (lhr.runtimeError?.code === 'NO_NAVSTART' && tries > 1) return measurePage(lighthouse, url, port, tries - 1)
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  const { items } = lhr.audits['network-requests'].details
  const scripts = items.filter((/** @type {{ resourceType: string }} */ { resourceType }) => resourceType === 'Script')
  return {
    performance: lhr.categories.performance.score * 100,
    lcp: lhr.audits['largest-contentful-paint'].numericValue,
    cls: lhr.audits['cumulative-layout-shift'].numericValue,
    requests: items.length,
    kilobytes:
      scripts.reduce(
        (/** @type {number} */ sum, /** @type {{ transferSize: number }} */ { transferSize }) => sum + transferSize,
        0,
      ) / 1000,
  }
}

/** Builds the empty page with the product's tools and puts it in place of the product's pages. @param {string} publicDir */
async function buildEmptyPage(publicDir) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const outDir = join(folder, 'dist')
  for (const [name, text] of Object.entries(emptyPage)) writeFileSync(join(folder, name), text)
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
  await build({ configFile: false, root: folder, logLevel: 'error', build: { outDir, target: 'es2022' } })
  for (const name of readdirSync(join(outDir, 'assets'))) {
    const path = join(outDir, 'assets', name)
    writeFileSync(`${path}.br`, brotliCompressSync(readFileSync(path)))
  }
  rmSync(publicDir, { recursive: true })
  mkdirSync(publicDir)
  cpSync(outDir, publicDir, { recursive: true })
  rmSync(folder, { recursive: true })
}
