import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { vi } from 'vitest'
import { installEngine } from '../../engine/install.mjs'
import { getEnginePath } from '../../engine/pin.mjs'
import { projectRoot } from '../../engine/project.mjs'
import { freePort } from './free-port.ts'

/** Starts PocketBase with four virtual machines, the built `modules` of `pb_hooks`, and the source text of `hooks`. */
export async function startHookServer(modules: string[], hooks: string[]) {
  await installEngine()
  const folder = mkdtempSync(join(tmpdir(), 'hook-server-'))
  await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      lib: {
        entry: modules.map((name) => join(projectRoot, 'pb_hooks', `${name}.ts`)),
        formats: ['cjs'],
        fileName: (_, name) => `${name}.js`,
      },
    },
  })
  writeFileSync(join(folder, 'main.pb.js'), hooks.join('\n'))
  const url = `http://127.0.0.1:${await freePort()}`
  const own = [`--hooksDir=${folder}`, `--dir=${join(folder, 'data')}`, `--http=${url.slice(7)}`]
  const flags = ['--hooksWatch=false', '--automigrate=false', '--dev=false', '--hooksPool=4']
  const server = spawn(getEnginePath(), ['serve', ...flags, ...own], { stdio: 'ignore' })
  await vi.waitFor(() => fetch(`${url}/api/health`), 20_000)
  return {
    url,
    async stop() {
      const gone = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGKILL')
      await gone
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
