import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const here = import.meta.dirname

/** Something that only measures or is measured against; all of these are installed here when it is missing. @param {string} name */
export async function other(name) {
  if (!existsSync(join(here, 'node_modules', name)))
    execFileSync('npm', ['install', '--no-package-lock', '--no-audit', '--no-fund', '--silent'], {
      cwd: here,
      stdio: 'inherit',
    })
  const path = createRequire(join(here, 'package.json')).resolve(name)
  return (await import(pathToFileURL(path).href)).default
}
