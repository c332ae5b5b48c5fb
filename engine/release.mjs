import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { unzip } from './archive.mjs'
import { download } from './download.mjs'
import { enginePath, modulePath, version } from './pin.mjs'
import { say } from './say.mjs'

const officialReleases = `https://${modulePath}/releases/download`

/**
 * The engine out of PocketBase's official release archive, compared with the checksums file of that release.
 * `POCKETBASE_RELEASES` names another base address, such as a mirror inside an organisation.
 * @param {string} platform @returns {Promise<Buffer>}
 */
export async function fromRelease(platform) {
  const base = `${(process.env.POCKETBASE_RELEASES || officialReleases).replace(/\/+$/, '')}/v${version}`
  const name = `pocketbase_${version}_${platform.replace('/', '_')}.zip`
  const checksums = (await download(`${base}/checksums.txt`)).toString('utf8')
  const expected = checksums
    .split('\n')
    .find((line) => line.trim().endsWith(` ${name}`))
    ?.split(' ')[0]
  if (!expected) throw new Error(`la publicación no tiene «${name}»`)
  const zip = await download(`${base}/${name}`, quarters())
  const actual = createHash('sha256').update(zip).digest('hex')
  if (actual !== expected.toLowerCase()) throw new Error(`«${name}» no coincide con su suma de verificación`)
  return unzip(zip, basename(enginePath(platform)))
}

/** Says each quarter of a download once. */
function quarters() {
  let said = 0
  return (/** @type {number} */ share) => {
    const quarter = Math.floor(share * 4)
    if (quarter > said) say(`descargado ${quarter * 25} %`)
    said = Math.max(said, quarter)
  }
}
