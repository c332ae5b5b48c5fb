import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

const library = process.env.VERAPDF_LIB ?? join(homedir(), '.cache/verapdf-1.28.2')

/**
 * Returns whether veraPDF is unavailable and optional. It requires Java, and Maven for its download. With `VERAPDF=required` the tests always
 * run and fail without it.
 */
export function lacksVeraPdf(): boolean {
  if (spawnSync('java', ['-version']).status === 0 && (existsSync(library) || fetched())) return false
  console.warn('Sin Java y Maven no se comprueba con veraPDF que los documentos cumplen PDF/UA-1 y PDF/A-2a.')
  return process.env.VERAPDF !== 'required'
}

function fetched(): boolean {
  mkdirSync(dirname(library), { recursive: true })
  // On the same file system as its final place, so that it can be moved.
  const folder = mkdtempSync(`${library}-`)
  cpSync(join(import.meta.dirname, 'verapdf/pom.xml'), join(folder, 'pom.xml'))
  const words = ['-q', '-B', 'dependency:copy-dependencies', `-DoutputDirectory=${join(folder, 'lib')}`]
  if (spawnSync('mvn', words, { cwd: folder }).status !== 0) return false
  renameSync(join(folder, 'lib'), library)
  rmSync(folder, { recursive: true })
  return true
}

/** Returns a line per file that fails the standard, and per broken rule. */
export function faultsOf(standard: 'ua1' | '2a', files: readonly string[]): string[] {
  const words = [
    // It ends before the optimizing compiler would pay off.
    '-XX:TieredStopAtLevel=1',
    '-XX:+UseSerialGC',
    '-cp',
    `${library}/*`,
    'org.verapdf.apps.GreenfieldCliWrapper',
    '-f',
    standard,
    '--format',
    'text',
    '-v',
  ]
  const { stdout } = spawnSync('java', [...words, ...files], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  const lines = stdout.split('\n')
  const passed = lines.filter((line) => line.startsWith('PASS')).length
  return passed === files.length
    ? []
    : [`${passed} of ${files.length} pass`, ...lines.filter((line) => /^ *FAIL/.test(line))]
}
