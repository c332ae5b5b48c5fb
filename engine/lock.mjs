import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { say } from './say.mjs'

const pulse = 1_000
const silence = 15_000

/**
 * Runs one preparation of the project at a time: two starts at once would install and build over each other.
 * @template T @param {string} file holds the id of the process at work @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function alone(file, work) {
  mkdirSync(dirname(file), { recursive: true })
  for (let told = false; !take(file); told = true) {
    if (!told) say('Otro proceso está preparando el proyecto; se espera a que termine …')
    await wait(200)
  }
  const beat = setInterval(() => utimesSync(file, new Date(), new Date()), pulse)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    rmSync(file, { force: true })
  }
}

/** @param {string} file */
function take(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error
  }
  if (isAbandoned(file)) rmSync(file, { force: true })
  return false
}

/** Its process is gone, or (the number may have passed to another one) has not touched it for a while. @param {string} file */
function isAbandoned(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > silence) return true
    process.kill(Number(readFileSync(file, 'utf8')), 0)
    return false
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH'
  }
}
