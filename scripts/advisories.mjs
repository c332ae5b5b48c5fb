// `npm run advisories`: searches the npm and Go databases for known vulnerabilities of the product's dependencies. Exits with 1 if there are any, and
// with 2 if a database was not reachable.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { installEngine } from './install.mjs'
import { printLine, runMain } from './output.mjs'
import { goToolchain, readBuildInfo } from './pin.mjs'
import { projectRoot, runNpm } from './project.mjs'

/** Vulnerabilities found; undefined if the database was not reachable. @typedef {string[] | undefined} Holes */
/** Advisory in OSV format, from https://vuln.go.dev. @typedef {{ affected: { package: { name: string }, ranges?: { events: { introduced?: string, fixed?: string }[] }[], ecosystem_specific?: { imports?: { path: string }[] } }[] }} Advisory */

/** Returns vulnerabilities of the npm packages that browsers and the server run. @returns {Holes} */
function checkPackages() {
  const [program, words] = runNpm('audit', '--omit=dev', '--json')
  const { stdout } = spawnSync(program, words, { cwd: projectRoot, encoding: 'utf8' })
  const { metadata, vulnerabilities } = JSON.parse(stdout || '{}')
  if (!metadata) return undefined
  const found = /** @type {[string, { severity: string, range: string }][]} */ (Object.entries(vulnerabilities))
  return found.map(([name, { severity, range }]) => `${name} ${range} (${severity})`)
}

/**
 * Returns the known vulnerabilities of the modules and the toolchain of a Go program. Ignores those of packages that the program does not contain.
 * @param {string} path of the program @returns {Promise<Holes>}
 */
async function checkProgram(path) {
  const program = readFileSync(path)
  const modules = [
    { path: 'stdlib', version: goToolchain.replace('go', '') },
    ...(readBuildInfo(program)?.modules ?? []),
  ]
  try {
    const known = /** @type {{ path: string, vulns: { id: string }[] }[]} */ (
      await fetchAdvisories('index/modules.json')
    )
    const found = modules.map(async (module) => {
      const ids = known.find((each) => each.path === module.path)?.vulns ?? []
      const all = await Promise.all(
        ids.map(async ({ id }) => ({ id, advisory: await fetchAdvisories(`ID/${id}.json`) })),
      )
      const holes = all.filter(({ advisory }) => isAffected(advisory, module, program))
      return holes.map(({ id }) => `${module.path} ${module.version}: https://pkg.go.dev/vuln/${id}`)
    })
    return (await Promise.all(found)).flat()
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/**
 * Downloads a JSON file of the Go vulnerability database.
 * @param {string} path
 * @returns {Promise<any>}
 */
async function fetchAdvisories(path) {
  const response = await fetch(`${process.env.GOVULNDB || 'https://vuln.go.dev'}/${path}`)
  if (!response.ok) throw new TypeError(`${path}: ${response.status}`)
  return response.json()
}

/**
 * Returns whether an advisory affects this version of a module, and its packages are in the program.
 * @param {Advisory} advisory
 * @param {{ path: string, version: string }} module
 * @param {Buffer} program
 */
function isAffected({ affected }, { path, version }, program) {
  return affected
    .filter((each) => each.package.name === path)
    .some(({ ranges = [], ecosystem_specific: { imports } = {} }) => {
      // Searches the program for names of the package's functions: `path.Name`. Go programs contain function names, even if stripped.
      const isHeld = !imports?.length || imports.some((each) => program.includes(`${each.path}.`))
      return isHeld && ranges.some(({ events }) => isWithin(version, events))
    })
}

/**
 * Returns whether a version is between the introduction and the fix of a vulnerability.
 * @param {string} version
 * @param {{ introduced?: string, fixed?: string }[]} events in their order
 */
function isWithin(version, events) {
  const last = events.findLast(({ introduced, fixed }) => !isOlder(version, introduced ?? fixed ?? '0'))
  return last?.introduced !== undefined
}

/** Compares versions by https://semver.org: a prerelease (`1.2.0-rc1`) is older than its release. @param {string} a @param {string} b */
function isOlder(a, b) {
  const [one, other] = [parseVersion(a), parseVersion(b)]
  const place = [0, 1, 2].find((at) => one.numbers[at] !== other.numbers[at])
  if (place !== undefined) return (one.numbers[place] ?? 0) < (other.numbers[place] ?? 0)
  return other.word ? one.word !== '' && one.word < other.word : one.word !== ''
}

/**
 * Splits a version into its numbers and its prerelease text.
 * @param {string} version
 */
function parseVersion(version) {
  const [numbers = '', ...words] = version.replace(/^v|\+.*$/g, '').split('-')
  return { numbers: [0, 1, 2].map((at) => Number(numbers.split('.')[at] ?? 0)), word: words.join('-') }
}

await runMain(async () => {
  const engine = await installEngine()
  const asked = {
    'Paquetes de npm': checkPackages(),
    'Motor y sus módulos': await checkProgram(engine),
  }
  for (const [what, holes] of Object.entries(asked)) {
    printLine(
      `${what}: ${holes ? `${holes.length || 'ningún'} aviso${holes.length > 1 ? 's' : ''}` : 'no se pudo preguntar'}`,
    )
    for (const hole of holes ?? []) console.log(`  ${hole}`)
  }
  const all = Object.values(asked)
  process.exitCode = all.some((holes) => holes?.length) ? 1 : all.includes(undefined) ? 2 : 0
})
