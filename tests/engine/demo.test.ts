import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PocketBase from 'pocketbase'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoRequestKinds } from '../../scripts/demo/values.mjs'
import { projectRoot, rebuildProduct } from '../../scripts/project.mjs'
import { freePort } from '../support/free-port.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
let demo: ChildProcess | undefined

beforeAll(() => rebuildProduct(), 300_000)
afterAll(() => {
  if (demo?.pid) process.kill(-demo.pid, 'SIGKILL')
})

/** Runs `npm run demo`; resolves with its output once it ends or shows its address. */
function startDemo(environment: Record<string, string>): Promise<string> {
  const child = spawn('npm', ['run', 'demo', '--silent'], {
    cwd: projectRoot,
    detached: true,
    env: { ...process.env, DEMO_REQUESTS: '40', ...environment },
  })
  demo = child
  let output = ''
  return new Promise((resolve) => {
    const add = (text: Buffer) => {
      output += text
      if (output.includes('Ctrl+C')) resolve(output)
    }
    child.stdout.on('data', add)
    child.stderr.on('data', add)
    child.on('close', () => resolve(output))
  })
}

const getAgeInDays = (created = '') => (Date.now() - Date.parse(created)) / 86_400_000

it('rejects a folder with other data and leaves it unchanged', async () => {
  const other = join(folder, 'other')
  writeFileSync(other, 'x')
  expect(await startDemo({ DATA_DIR: folder })).toContain('contiene otros datos')
  expect(readdirSync(folder)).toEqual(['other'])
  rmSync(other)
})

it('creates users, requests of 90 days and a banner in an empty folder, and restarts', async () => {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  expect(await startDemo({ DATA_DIR: folder, PORT: port })).toContain(`La demostración está en ${url}`)
  const html = await (await fetch(`${url}/auth/login`)).text()
  expect(html).toContain('Demostración: datos inventados')
  // A banner outside the flow would cover buttons.
  expect(html.match(/\.demo \{[^}]+\}/)?.[0]).not.toMatch(/position|margin: -/)

  const pb = new PocketBase(url)
  await pb.collection('users').authWithPassword('admin@ejemplo.com', 'demostracion-1')
  expect((await pb.collection('users').getList(1, 1)).totalItems).toBe(41)
  expect((await pb.collection('users').getList(1, 1, { filter: 'verified = false' })).totalItems).toBe(3)
  const [first] = (await pb.collection('users').getList(1, 1, { sort: 'created' })).items
  const [last] = (await pb.collection('users').getList(1, 1, { sort: '-created' })).items
  expect(getAgeInDays(first?.created)).toBeGreaterThan(119)
  expect(getAgeInDays(last?.created)).toBeGreaterThan(99)
  const page = await pb.send<{ totalItems: number; items: { submittedAt: string; created: string }[] }>(
    '/api/app/requests',
    { query: { sort: 'created', status: 'approved' } },
  )
  expect(page.totalItems).toBeGreaterThan(100)
  const oldest = page.items[0]
  const daysAgo = getAgeInDays(oldest?.created)
  expect(daysAgo).toBeGreaterThan(80)
  expect(daysAgo).toBeLessThan(91)
  expect(oldest?.submittedAt.slice(0, 10)).toBe(oldest?.created.slice(0, 10))

  expect((await pb.collection('settings').getList(1, 1)).items[0]?.logo).toMatch(/\.png$/)
  const signatories = (await pb.collection('signatories').getList(1, 2)).items
  expect(signatories.map(({ name, post, active }) => ({ name, post, active }))).toEqual([
    { name: 'Alejandro Arango Ibáñez', post: 'Gerente de Talento Humano', active: true },
  ])
  expect(signatories[0]?.signature).toMatch(/\.png$/)
  const refused = await pb.send<{ items: { formatCode: string; reason: string }[] }>('/api/app/requests', {
    query: { status: 'returned', perPage: 200 },
  })
  expect(refused.items.length).toBeGreaterThan(0)
  for (const { formatCode, reason } of refused.items)
    expect(reason).toBe(demoRequestKinds.find(({ code }) => code === formatCode)?.reasons.return)

  process.kill(-(demo?.pid ?? 0), 'SIGKILL')
  expect(await startDemo({ DATA_DIR: folder, PORT: port })).not.toContain('Creando la demostración')
}, 600_000)
