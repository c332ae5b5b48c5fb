// `npm run bench` measures all figures of docs/rendimiento.md; `npm run bench -- calls creating` measures only these parts.

import { runMain, UserError } from '../scripts/output.mjs'
import { prepareProduct } from '../scripts/project.mjs'
import { requirePrograms } from '../tests/support/tools.mjs'
import { writeFigures } from './figures.mjs'

/** @typedef {{ needs: Parameters<typeof requirePrograms>[0], run: () => Promise<unknown> }} Part */
/**
 * Parts of the benchmark with the programs they require. Modules are imported after the packages are installed.
 * @type {Record<string, Part>}
 */
const figures = {
  reading: { needs: [], run: () => import('./reading.mjs').then(({ measureReading }) => measureReading()) },
  writing: { needs: [], run: () => import('./writing.mjs').then(({ measureWriting }) => measureWriting()) },
  creating: {
    needs: ['sqlite3'],
    run: () => import('./creating.mjs').then(({ measureCreation }) => measureCreation()),
  },
  large: { needs: ['openssl'], run: () => import('./large.mjs').then(({ measureLargeBatch }) => measureLargeBatch()) },
  million: { needs: [], run: () => import('./million.mjs').then(({ compareMillion }) => compareMillion()) },
  reports: { needs: [], run: () => import('./reports.mjs').then(({ measureReports }) => measureReports()) },
  calls: { needs: ['sqlite3'], run: () => import('./calls.mjs').then(({ measureCalls }) => measureCalls()) },
  crowd: { needs: [], run: () => import('./crowd.mjs').then(({ measureCrowd }) => measureCrowd()) },
  pages: {
    needs: ['chromium-headless-shell'],
    run: () => import('./pages.mjs').then(({ measurePages }) => measurePages()),
  },
}
/** Runs only if named, because it takes `LOAD_MINUTES` and checks criteria instead of measuring figures. */
const load = { needs: [], run: () => import('./hour.mjs').then(({ simulateHour }) => simulateHour()) }
/** Runs only if named, because it takes minutes and compares with nothing. */
const deliveries = {
  needs: [],
  run: () => import('./deliveries.mjs').then(({ measureDeliveries }) => measureDeliveries()),
}
/** Runs only if named, because it installs Directus: a thousand packages, and minutes of compiling. @type {Part} */
const directus = {
  needs: ['sqlite3'],
  run: () => import('./directus.mjs').then(({ compareDirectus }) => compareDirectus()),
}
/** @type {Record<string, Part>} */
const parts = { ...figures, load, deliveries, directus }

/** @param {string[]} wanted */
async function runParts(wanted) {
  const unknown = wanted.filter((name) => !(name in parts))
  if (unknown.length > 0)
    throw new UserError(
      `No hay ninguna parte «${unknown.join('», «')}». Las que hay: ${Object.keys(parts).join(', ')}.`,
    )
  const chosen = Object.entries(wanted.length > 0 ? parts : figures).filter(
    ([name]) => wanted.length === 0 || wanted.includes(name),
  )
  await prepareProduct()
  await requirePrograms([...new Set(chosen.flatMap(([, { needs }]) => needs))], 'las medidas')
  for (const [name, part] of chosen) {
    await part.run()
    writeFigures(name)
  }
}

// Also ends the servers that are still running.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
await runMain(() => runParts(process.argv.slice(2)))
