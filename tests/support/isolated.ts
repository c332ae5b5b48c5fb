import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Words of tests that replace globals, which modules read while they are imported, or that measure memory. */
const needsIsolation =
  /\b(stubGlobal|globalThis|defineProperty|memoryUsage|process\.env|vi\.mock|useFakeTimers|InlineWorker)\b/

/** Returns the unit tests that share no modules with others, as paths from `root`. */
export function findIsolatedTests(root: string): string[] {
  const folder = 'tests/unit'
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  const paths = names.filter((name) => /\.test\.tsx?$/.test(name)).map((name) => join(folder, name))
  return paths.filter((path) => needsIsolation.test(readFileSync(join(root, path), 'utf8')))
}
