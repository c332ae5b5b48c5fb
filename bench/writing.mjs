import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getEnginePath } from '../scripts/pin.mjs'
import { projectRoot } from '../scripts/project.mjs'
import { confirmBatch, createValidatedBatch } from './batch.mjs'
import { measureDocuments } from './large.mjs'
import { formatNumber, formatRatio, getMedian, reportTable } from './measure.mjs'
import { importBenchPackage } from './packages.mjs'
import { startServer } from './server.mjs'

const rounds = 5
const warmupCount = 30
const count = 200

const resolver = createRequire(import.meta.url)
const getFontPath = (/** @type {string} */ style) =>
  readFileSync(resolver.resolve(`@expo-google-fonts/noto-serif/${style}/NotoSerif_${style}.ttf`))

const title = 'CERTIFICACIÓN LABORAL'
/** Returns the paragraphs of a page that differs by `i`. @param {number} i */
const paragraphs = (i) => [
  `La Cooperativa El Ñandú hace constar que Íñigo Núñez Peña ${i}, con cédula de ciudadanía N.º ${1_020_304_050 + i} de Bogotá D. C., labora en esta entidad desde el 3 de febrero de 2020 y desempeña el cargo de Analista de nómina, con contrato a término indefinido y una asignación mensual de DOS MILLONES QUINIENTOS MIL PESOS M/CTE ($ 2.500.000,00).`,
  ...Array.from(
    { length: 4 },
    (_, n) =>
      `${n + 1}. Durante ese tiempo ha tenido a su cargo la liquidación mensual de la nómina, los aportes a la seguridad social y las prestaciones, la atención de las personas que trabajan en la entidad y la conservación de los soportes, con puntualidad y a satisfacción de quienes han dirigido la dependencia.`,
  ),
  'Se expide en Bogotá D. C., el veinte (20) de noviembre de dos mil veintiséis (2026), a solicitud de la persona interesada.',
  'Atentamente,',
]

const body = (/** @type {number} */ i) => [`# ${title}`, ...paragraphs(i)].join('\n\n')
const organisation = { name: 'Cooperativa El Ñandú', id: 'NIT 900.123.456-8', city: 'Bogotá D. C.', logo: null }
const commonInput = { organisation, format: { code: 'CL', name: 'Carta laboral' }, date: '2026-11-20' }
const createNumber = (/** @type {number} */ i) => `CL-2026-${String(i).padStart(6, '0')}`

/** Creates a document and returns its size in bytes. @typedef {(i: number) => Promise<number>} PageWriter */

/** PDF writers of the same page, by name. The work common to all pages is done before measuring. @type {Record<string, (ours: string) => Promise<PageWriter>>} */
const pageWriters = {
  ours: withOurWriter,
  before: withOurWriter,
  'jsPDF, Noto Serif': () => withJsPdf(true),
  'jsPDF, Helvetica': () => withJsPdf(false),
  'pdf-lib, Noto Serif': () => withPdfLib(true),
  'pdf-lib, Helvetica': () => withPdfLib(false),
}

/** @param {string} file @returns {Promise<PageWriter>} */
async function withOurWriter(file) {
  const { renderBlocks, buildDocumentModel, renderPdf } = await import(pathToFileURL(file).href)
  /** @type {Record<string, unknown>} */
  const fonts = {}
  const fontOf = (/** @type {string} */ name) => {
    fonts[name] ??= JSON.parse(readFileSync(join(projectRoot, `dist/pb_hooks/fonts/${name}.json`), 'utf8'))
    return fonts[name]
  }
  return async (i) => {
    const blocks = renderBlocks(body(i), [], {}, organisation.name)
    const pdf = renderPdf(buildDocumentModel({ ...commonInput, number: createNumber(i), blocks }), fontOf)
    // Earlier versions call the body `text`.
    return Buffer.byteLength(pdf.body ?? pdf.text)
  }
}

/** @param {boolean} embeds @returns {Promise<PageWriter>} */
async function withJsPdf(embeds) {
  const { jsPDF } = await importBenchPackage('jspdf')
  const files = {
    normal: getFontPath('400Regular').toString('latin1'),
    bold: getFontPath('700Bold').toString('latin1'),
  }
  return async (i) => {
    const pdf = new jsPDF({ unit: 'pt', format: 'letter' })
    const font = embeds ? 'NotoSerif' : 'helvetica'
    if (embeds)
      for (const [style, bytes] of Object.entries(files)) {
        pdf.addFileToVFS(`${style}.ttf`, bytes)
        pdf.addFont(`${style}.ttf`, font, style)
      }
    pdf.setFont(font, 'bold').setFontSize(15).text(title, 306, 100, { align: 'center' })
    pdf.setFont(font, 'normal').setFontSize(10.5)
    let y = 140
    for (const text of paragraphs(i)) {
      const lines = pdf.splitTextToSize(text, 454)
      pdf.text(lines, 79, y)
      y += lines.length * 15.5 + 10
    }
    return pdf.output('arraybuffer').byteLength
  }
}

/** @param {boolean} embeds @returns {Promise<PageWriter>} */
async function withPdfLib(embeds) {
  const { PDFDocument, StandardFonts } = await importBenchPackage('pdf-lib')
  const fontkit = await importBenchPackage('@pdf-lib/fontkit')
  const [regular, bold] = [getFontPath('400Regular'), getFontPath('700Bold')]
  return async (i) => {
    const pdf = await PDFDocument.create()
    if (embeds) pdf.registerFontkit(fontkit)
    const font = (/** @type {Buffer} */ bytes, /** @type {string} */ standard) =>
      embeds ? pdf.embedFont(bytes, { subset: true }) : pdf.embedFont(standard)
    const [text, heading] = [
      await font(regular, StandardFonts.Helvetica),
      await font(bold, StandardFonts.HelveticaBold),
    ]
    const page = pdf.addPage([612, 792])
    page.drawText(title, { x: 306 - heading.widthOfTextAtSize(title, 15) / 2, y: 692, size: 15, font: heading })
    const look = { x: 79, size: 10.5, font: text, maxWidth: 454, lineHeight: 15.5 }
    let y = 652
    for (const paragraph of paragraphs(i)) {
      page.drawText(paragraph, { ...look, y })
      // jsPDF does not return the number of lines.
      y -= Math.ceil((text.widthOfTextAtSize(paragraph, 10.5) * 1.03) / 454) * 15.5 + 10
    }
    return (await pdf.save()).length
  }
}

/** Bundles the PDF writer of a source folder into one file. @param {string} source @param {string} folder @param {string} name */
async function bundle(source, folder, name) {
  const { build } = await import('vite')
  const entry = join(folder, `${name}-entry.ts`)
  const from = join(source, 'src/domain/documents')
  const earlier = join(source, 'src/domain/document')
  const lines = existsSync(from)
    ? [
        `export { renderBlocks } from '${from}/render.ts'`,
        `export { buildDocumentModel } from '${from}/document.ts'`,
        `export { renderPdf } from '${from}/pdf/pdf.ts'`,
        `export { withLineCache } from '${from}/layout/lines.ts'`,
      ]
    : [
        `export { render as renderBlocks } from '${earlier}/render.ts'`,
        `export { documentModel as buildDocumentModel } from '${earlier}/document.ts'`,
        `export { toPdf as renderPdf } from '${earlier}/pdf/pdf.ts'`,
      ]
  // Earlier versions have another name for the cache, or none.
  const cache = join(earlier, 'layout/lines.ts')
  if (existsSync(cache) && readFileSync(cache, 'utf8').includes('export function rememberingLines'))
    lines.push(`export { rememberingLines as withLineCache } from '${cache}'`)
  writeFileSync(entry, lines.join('\n'))
  const formats = /** @type {('es' | 'cjs')[]} */ (['es', 'cjs'])
  const lib = {
    entry,
    formats,
    fileName: (/** @type {string} */ format) => `${name}.${format === 'es' ? 'mjs' : 'js'}`,
  }
  await build({
    configFile: false,
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: false, target: 'es2022', minify: false, lib },
  })
  return join(folder, `${name}.mjs`)
}

/** Checks out the sources of a commit. @param {string} commit @param {string} folder */
function checkOutSources(commit, folder) {
  const source = join(folder, 'before')
  mkdirSync(source)
  const archive = execFileSync('git', ['archive', commit, 'src/domain'], { cwd: projectRoot, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['-x', '-C', source], { input: archive })
  return source
}

/** Runs in a separate process: creates some documents to warm up, then measures processor time. @param {string[]} args */
async function measure([name = '', file = '']) {
  const prepare = pageWriters[name]
  if (!prepare) throw new Error(`nobody is called ${name}`)
  const make = await prepare(file)
  for (let i = 0; i < warmupCount; i++) await make(i)
  const began = process.cpuUsage()
  let bytes = 0
  for (let i = 0; i < count; i++) bytes = await make(warmupCount + i)
  const { user, system } = process.cpuUsage(began)
  console.log(JSON.stringify({ milliseconds: (user + system) / 1000 / count, bytes }))
}

/**
 * Measures the processor time of one PDF page in Node for the product's writer and other libraries, each in a separate process, and the
 * product's documents per second. `BEFORE=<commit>` adds the writer of that commit (`9598c9f~1`: without embedded fonts).
 */
export async function measureWriting() {
  mkdirSync(join(projectRoot, '.tmp'), { recursive: true })
  const folder = mkdtempSync(join(projectRoot, '.tmp/writing-'))
  try {
    const commit = process.env.BEFORE
    const files = {
      ours: await bundle(projectRoot, folder, 'ours'),
      ...(commit && { before: await bundle(checkOutSources(commit, folder), folder, 'before') }),
    }
    for (const name of ['jspdf', 'pdf-lib']) await importBenchPackage(name)
    reportTable(
      [`una página en PDF, en Node (mediana de ${rounds}; CPU)`, 'nuestro', 'otro', 'razón', ''],
      compareWriters(files),
    )
    if (commit) {
      const { ours, before } = measureInEngine(folder)
      const row = [
        `nuestro en ${commit}, sin letras propias`,
        `${formatNumber(ours, 2)} ms`,
        `${formatNumber(before, 2)} ms`,
      ]
      reportTable(
        ['la misma, en el motor, que es donde se hacen', 'nuestro', 'otro', 'razón', 'meta'],
        [[...row, formatRatio(before / ours, 2), '≥ 0,5 ×']],
      )
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
  const server = await startServer()
  const batch = await createValidatedBatch(server, 1_000)
  await confirmBatch(server, batch)
  const { perSecond, cpu } = await measureDocuments(server, batch.id, 1_000)
  await server.stop()
  reportTable(
    ['documentos en el producto', 'nuestro', '', '', 'meta'],
    [
      [
        `1.000 aprobados a la vez, con sus letras y su QR; CPU de cada uno`,
        `${formatNumber(perSecond)}/s; ${formatNumber(cpu, 1)} ms`,
        '',
        '',
        '≥ 150/s',
      ],
    ],
  )
}

/** Measures the writers of a folder inside PocketBase's VM: processor ms per page. @param {string} folder */
function measureInEngine(folder) {
  const letters = join(projectRoot, 'dist/pb_hooks/fonts')
  const pages = Array.from({ length: warmupCount + count }, (_, i) => ({ body: body(i), number: createNumber(i) }))
  writeFileSync(join(folder, 'pages.json'), JSON.stringify({ warming: warmupCount, pages, letters, same: commonInput }))
  copyFileSync(join(import.meta.dirname, 'writing-in-engine.js'), join(folder, 'main.pb.js'))
  const flags = [`--hooksDir=${folder}`, `--dir=${join(folder, 'data')}`]
  const cost = (/** @type {string} */ name) =>
    Number(
      /milliseconds (\S+)/.exec(execFileSync(getEnginePath(), ['writing', name, ...flags], { encoding: 'utf8' }))?.[1],
    )
  const all = Array.from({ length: rounds }, () => ({ ours: cost('ours'), before: cost('before') }))
  return { ours: getMedian(all.map(({ ours }) => ours)), before: getMedian(all.map(({ before }) => before)) }
}

/** @param {Record<string, string>} files of our own writers */
function compareWriters(files) {
  const names = Object.keys(pageWriters).filter((name) => name in files || name.includes(','))
  /** @type {Record<string, { milliseconds: number, bytes: number }[]>} */
  const results = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = 0; round < rounds; round++)
    for (const name of names) {
      const args = [import.meta.filename, name, files[name] ?? '']
      results[name]?.push(JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })))
    }
  const usual = (/** @type {string} */ name) => getMedian((results[name] ?? []).map(({ milliseconds }) => milliseconds))
  const cell = (/** @type {string} */ name) =>
    `${formatNumber(usual(name), 2)} ms, ${formatNumber((results[name]?.[0]?.bytes ?? 0) / 1000)} kB`
  return names
    .filter((name) => name !== 'ours')
    .map((name) => {
      const what = name === 'before' ? `nuestro en ${process.env.BEFORE}, sin letras propias` : name
      return [what, cell('ours'), cell(name), formatRatio(usual(name) / usual('ours'), 2)]
    })
}

// If run directly, this file is one of the measuring processes.
if (process.argv[1] === import.meta.filename) await measure(process.argv.slice(2))
