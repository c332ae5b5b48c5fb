import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, vi } from 'vitest'
import { installEngine } from '../../scripts/install.mjs'
import { getEnginePath } from '../../scripts/pin.mjs'
import { projectRoot, rebuildProduct } from '../../scripts/project.mjs'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './temporary-folder.ts'

interface HookServerOptions {
  /** True if the database has the schema of the product. */
  hasSchema?: boolean
}

/** Stops the installer of the engine, which writes a superuser some time after startup and so changes the database during the first test. */
const noInstaller = '$app.onServe().bindFunc((e) => {\n  e.installerFunc = null\n  return e.next()\n})'

/** Runs SQL statements; responds with the column `text` of the last one. */
const sqlRoute = `routerAdd('POST', '/sql', (e) => {
  const rows = arrayOf(new DynamicModel({ text: '' }))
  for (const sql of JSON.parse(toString(e.request.body))) $app.db().newQuery(sql).all(rows)
  return e.json(200, rows.map(({ text }) => text))
})`

/**
 * Starts PocketBase with four virtual machines, the built `modules` of `pb_hooks`, and the source text of `hooks`. It ends with the test file.
 */
export async function startHookServer(
  modules: string[],
  hooks: string[],
  { hasSchema = false }: HookServerOptions = {},
) {
  await (hasSchema ? rebuildProduct() : installEngine())
  const root = temporaryFolder()
  const folder = join(root, 'pb_hooks')
  mkdirSync(folder)
  if (hasSchema) cpSync(join(projectRoot, 'dist/pb_migrations'), join(root, 'pb_migrations'), { recursive: true })
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
  writeFileSync(join(folder, 'main.pb.js'), [noInstaller, sqlRoute, ...hooks].join('\n'))
  const url = `http://127.0.0.1:${await freePort()}`
  const folders = [
    `--hooksDir=${folder}`,
    `--migrationsDir=${join(root, 'pb_migrations')}`,
    `--dir=${join(root, 'data')}`,
  ]
  const flags = ['--dev=false', '--hooksPool=4', `--http=${url.slice(7)}`]
  const server = spawn(getEnginePath(), ['serve', ...flags, ...folders], { stdio: 'ignore' })
  afterAll(async () => {
    const gone = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGKILL')
    await gone
  })
  await vi.waitFor(() => fetch(`${url}/api/health`), 30_000)
  async function post<Answer>(path: string, body: unknown): Promise<Answer> {
    const answer = await fetch(url + path, { method: 'POST', body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(await answer.text())
    return answer.json()
  }
  return { url, post, runSql: (statements: string[]) => post<string[]>('/sql', statements) }
}
