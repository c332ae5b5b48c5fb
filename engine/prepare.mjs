import { join } from 'node:path'
import { installEngine } from './install.mjs'
import { alone } from './lock.mjs'
import { buildProduct, installPackages, root } from './project.mjs'

/** Packages, product and engine in place; returns the engine's path. @param {string} [platform] */
export function prepare(platform) {
  return inTurn(platform, () => installPackages().then(buildProduct))
}

/** The same without the packages, for who already runs on them. @param {string} [platform] */
export function makeProduct(platform) {
  return inTurn(platform, buildProduct)
}

/** @param {string | undefined} platform @param {() => Promise<void>} build */
function inTurn(platform, build) {
  return alone(join(root, '.tmp/prepare.lock'), async () => {
    const [engine] = await Promise.all([installEngine(platform), build()])
    return engine
  })
}
