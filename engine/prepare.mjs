import { join } from 'node:path'
import { installEngine } from './install.mjs'
import { alone } from './lock.mjs'
import { buildProduct, installPackages, root } from './project.mjs'

/** Packages, product and engine in place; returns the engine's path. @param {string} [platform] */
export function prepare(platform) {
  return alone(join(root, '.tmp/prepare.lock'), async () => {
    const [engine] = await Promise.all([installEngine(platform), installPackages().then(buildProduct)])
    return engine
  })
}
