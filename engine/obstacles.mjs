import { accessSync, constants, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Stop } from './say.mjs'

const spaceNeeded = 50 * 2 ** 20

/** Ends with a sentence when the data cannot be written. @param {string} dataDir */
export function requireRoomFor(dataDir) {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.W_OK)
    const probe = join(dataDir, `.write-${process.pid}`)
    writeFileSync(probe, 'x')
    rmSync(probe)
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === 'ENOSPC')
      throw new Stop(`No queda espacio en el disco de «${dataDir}». Libere espacio y vuelva a intentarlo.`)
    if (code === 'ENOTDIR' || code === 'EEXIST')
      throw new Stop(`«${dataDir}» no es una carpeta. Indique otra con DATA_DIR.`)
    throw new Stop(
      `No se puede escribir en «${dataDir}» (${code}). Dé permiso de escritura sobre esa carpeta o indique otra con DATA_DIR.`,
    )
  }
  const { bavail, bsize } = statfsSync(dataDir)
  if (bavail * bsize >= spaceNeeded) return
  const left = Math.floor((bavail * bsize) / 2 ** 20)
  throw new Stop(
    `En el disco de «${dataDir}» quedan ${left} MB y hacen falta al menos 50. Libere espacio y vuelva a intentarlo.`,
  )
}

/** A server that was just told to stop keeps its port for up to this long. */
const lingering = 3_000

/** Ends with a sentence when the address cannot be listened on. @param {string} host @param {number} port */
export async function requireFreePort(host, port) {
  const until = Date.now() + lingering
  for (;;) {
    const code = await listenError(host, port)
    if (!code) return
    if (code !== 'EADDRINUSE' || Date.now() > until) throw new Stop(portSentence(code, host, port))
    await wait(100)
  }
}

/** @param {string} host @param {number} port @returns {Promise<string | undefined>} */
function listenError(host, port) {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error) => resolve(/** @type {NodeJS.ErrnoException} */ (error).code))
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve(undefined)))
  })
}

/** @param {string | undefined} code @param {string} host @param {number} port */
function portSentence(code, host, port) {
  if (code === 'EADDRINUSE')
    return `El puerto ${port} de ${host} ya está en uso. Detenga el otro programa o elija otro: PORT=${port + 1} npm start`
  if (code === 'EACCES')
    return `El puerto ${port} necesita permisos de administrador. Elija otro mayor de 1023: PORT=8090 npm start`
  return `Este equipo no tiene la dirección ${host} (${code}). Corrija HOST: 127.0.0.1 (solo este equipo) o 0.0.0.0 (toda la red).`
}
