import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { root } from './project.mjs'

const banner = /^.{0,20}Server started at |^[├└]─ /

/**
 * Starts PocketBase on what was built; the address and other settings it reads from the environment.
 * `started` is called once it listens.
 * @param {{ engine: string, dataDir: string, appUrl: string, publicDir?: string, started?: () => void }} options
 */
export function serve({ engine, dataDir, appUrl, publicDir = join(root, 'dist/pb_public'), started = () => {} }) {
  const flags = [
    // With their defaults, hooks that do not load are only reported and the server runs without them.
    '--hooksWatch=false',
    '--automigrate=false',
    '--dev=false',
    `--dir=${dataDir}`,
    `--publicDir=${publicDir}`,
    `--hooksDir=${join(root, 'dist/pb_hooks')}`,
    `--migrationsDir=${join(root, 'dist/pb_migrations')}`,
  ]
  // In the same process group, so that whoever ends the group ends the server too.
  const server = spawn(engine, ['serve', ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, APP_URL: appUrl },
  })
  const running = Object.assign(server, { isListening: false })
  createInterface({ input: server.stdout }).on('line', (line) => {
    if (!banner.test(line)) return console.log(line)
    if (running.isListening) return
    running.isListening = true
    started()
  })
  return running
}
