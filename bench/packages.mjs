import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runCommand } from '../scripts/output.mjs'
import { runNpm } from '../scripts/project.mjs'

const here = import.meta.dirname

/** Imports a package that only the measurements use. Installs all of them if it is missing. @param {string} name */
export async function importBenchPackage(name) {
  if (!existsSync(join(here, 'node_modules', name)))
    await runCommand(
      'Instalando los programas con los que se compara (bench/package.json)',
      ...runNpm('install', '--prefix', here, '--no-package-lock', '--no-audit', '--no-fund', '--silent'),
    )
  const path = createRequire(join(here, 'package.json')).resolve(name)
  return (await import(pathToFileURL(path).href)).default
}
