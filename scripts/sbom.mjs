// `npm run sbom`: prints the product's dependencies and licences, and writes them as CycloneDX to `dist/sbom.cdx.json`. The image contains that file
// too.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installEngine } from './install.mjs'
import { printLine, runMain, UserError } from './output.mjs'
import { goToolchain, modulePath, pinnedVersion, readBuildInfo } from './pin.mjs'
import { projectRoot } from './project.mjs'

/** @typedef {{ type: string, 'bom-ref': string, name: string, version?: string, purl?: string, hashes?: { alg: string, content: string }[], licenses: { expression: string }[] }} Component */
/** @typedef {{ version: string, license?: string, integrity?: string, dev?: boolean }} Package */

/** Development packages whose content is embedded in the product. */
const embedded = /^@expo-google-fonts\//

const readJson = (/** @type {string} */ path) => JSON.parse(readFileSync(join(projectRoot, path), 'utf8'))

/** Modules by the SPDX name of the licence in their LICENSE file. */
const goModules = /** @type {Record<string, string[]>} */ (readJson('scripts/licences.json'))

/**
 * Returns the licence of a Go module; throws if it is not listed. Modules in the repository of the AWS SDK share one licence.
 * @param {string} path
 */
function getLicence(path) {
  const listed = path.replace(/^(github\.com\/aws\/aws-sdk-go-v2)\/.*/, '$1')
  const [licence] = Object.entries(goModules).find(([, modules]) => modules.includes(listed)) ?? []
  if (!licence) throw new UserError(`scripts/licences.json no tiene la licencia de ${path}.`)
  return licence
}

/** Returns the software bill of materials. @param {string} engine path of the engine binary */
export function createSbom(engine) {
  const { name, version: own, description } = readJson('package.json')
  const ref = `pkg:npm/${name}@${own}`
  const product = { type: 'application', 'bom-ref': ref, name, version: own, description, purl: ref }
  const components = [createEngineComponent(engine), ...listModules(engine), ...listPackages(), certificates]
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, metadata: { component: product }, components }
}

/**
 * Formats the software bill of materials as JSON.
 * @param {ReturnType<typeof createSbom>} list
 */
export const formatSbom = (list) => `${JSON.stringify(list, null, 2)}\n`

/** Returns the npm packages that browsers and the server run, and the fonts. @returns {Component[]} */
function listPackages() {
  const list = /** @type {Record<string, Package>} */ (readJson('package-lock.json').packages)
  return Object.entries(list).flatMap(([path, { dev, version: wanted, license, integrity = '' }]) => {
    const name = path.replace(/^.*node_modules\//, '')
    if (!path || (dev && !embedded.test(name))) return []
    if (!license) throw new UserError(`El paquete ${name} no dice su licencia.`)
    const [, sum = ''] = /^sha512-(.+)$/.exec(integrity) ?? []
    const hashes = [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }]
    const purl = `pkg:npm/${name.replace('@', '%40')}@${wanted}`
    return { ...createComponent('library', name, license, purl, wanted), ...(sum ? { hashes } : {}) }
  })
}

/**
 * Returns the component of the engine, with the hash of its file.
 * @param {string} path of the program
 * @returns {Component}
 */
function createEngineComponent(path) {
  const content = createHash('sha256').update(readFileSync(path)).digest('hex')
  return { ...createGoComponent('application', modulePath, `v${pinnedVersion}`), hashes: [{ alg: 'SHA-256', content }] }
}

/** Returns the modules in a program's build information, and its Go standard library. @param {string} path @returns {Component[]} */
function listModules(path) {
  // PocketBase is the component of the engine itself.
  const modules = (readBuildInfo(readFileSync(path))?.modules ?? []).filter((each) => each.path !== modulePath)
  const parts = modules.map((each) => createGoComponent('library', each.path, each.version))
  return [...parts, createGoComponent('library', 'stdlib', goToolchain.replace('go', 'v'))]
}

/**
 * Returns the component of a Go module.
 * @param {string} type
 * @param {string} path
 * @param {string} version
 */
function createGoComponent(type, path, version) {
  return createComponent(type, path, getLicence(path), `pkg:golang/${path}@${encodeURIComponent(version)}`, version)
}

/** Root certificates of Mozilla, as included in Node. */
const certificates = createComponent('data', 'ca-certificates', 'MPL-2.0')

/**
 * Returns a component of the bill of materials.
 * @param {string} type
 * @param {string} name
 * @param {string} licence
 * @param {string} [purl]
 * @param {string} [version]
 * @returns {Component}
 */
function createComponent(type, name, licence, purl, version) {
  const known = purl ? { purl, version } : {}
  return { type, 'bom-ref': purl ?? name, name, ...known, licenses: [{ expression: licence }] }
}

/** Groups component names by licence, most frequent licence first. @param {Component[]} components */
function groupByLicence(components) {
  /** @type {Map<string, string[]>} */
  const names = new Map()
  for (const { name, version: known = '', licenses } of components) {
    const licence = licenses.map(({ expression }) => expression).join(' AND ')
    names.set(licence, [...(names.get(licence) ?? []), `${name} ${known}`.trim()])
  }
  return [...names].toSorted(([, a], [, b]) => b.length - a.length)
}

if (process.argv[1] === import.meta.filename)
  await runMain(async () => {
    const list = createSbom(await installEngine())
    for (const [licence, names] of groupByLicence(list.components))
      console.log(`\n${licence} (${names.length})\n  ${names.join('\n  ')}`)
    const file = 'dist/sbom.cdx.json'
    mkdirSync(join(projectRoot, 'dist'), { recursive: true })
    writeFileSync(join(projectRoot, file), formatSbom(list))
    printLine(`Lista de materiales (CycloneDX ${list.specVersion}): ${file}`)
  })
