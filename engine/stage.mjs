import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { prepare } from './prepare.mjs'
import { root } from './project.mjs'
import { run } from './say.mjs'

const stage = join(root, '.tmp/image')

/**
 * Lays out what the container holds: `root/`, which nobody may change, and `data/`, which belongs to the server's user.
 * @param {string} engine path of the program
 */
export function stageImage(engine) {
  rmSync(stage, { recursive: true, force: true })
  cpSync(join(root, 'dist'), join(stage, 'root'), { recursive: true })
  cpSync(engine, join(stage, 'root/pocketbase'))
  // The image has no system beneath it: without these no mail server or document backend could prove who it is.
  write('root/etc/ssl/certs/ca-certificates.crt', `${rootCertificates.join('\n')}\n`)
  // Some builders leave empty folders out.
  write('data/pb_data/.keep', '')
  write('data/tmp/.keep', '')
  // A `--tmpfs /tmp` without options takes the folder's mode, and root owns it.
  chmodSync(join(stage, 'data/tmp'), 0o1777)
}

/** @param {string} name @param {string} text */
function write(name, text) {
  const path = join(stage, name)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, text)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(async () => stageImage(await prepare()))
