import { accessSync, constants, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
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

/** Ends with a sentence when the address cannot be listened on. @param {string} host @param {number} port @returns {Promise<void>} */
export function requireFreePort(host, port) {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) =>
      reject(new Stop(portSentence(/** @type {NodeJS.ErrnoException} */ (error).code, host, port))),
    )
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => resolve()))
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
