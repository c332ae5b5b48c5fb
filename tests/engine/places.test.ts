import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { build } from 'vite'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { installEngine } from '../../engine/install.mjs'
import { enginePath } from '../../engine/pin.mjs'
import { root } from '../../engine/project.mjs'
import { freePort } from '../support/free-port.ts'

const folder = mkdtempSync(join(tmpdir(), 'places-test-'))
let url = ''
let server: ChildProcess

/** In a virtual machine of its own: comes and goes many times, and counts how often it was inside together with others than may be. */
const comeAndGo = `routerAdd('GET', '/come-and-go', (e) => {
  const { enterOwn } = require(__hooks + '/places.js')
  const store = $app.store()
  let inside = 0
  let tooMany = 0
  for (const end = Date.now() + 1500; Date.now() < end; ) {
    const leave = enterOwn(store, 'few', 'ana', 1)
    if (!leave) continue
    inside++
    store.setFunc('together', (now) => (now || 0) + 1)
    if (store.get('together') > 1) tooMany++
    store.setFunc('together', (now) => now - 1)
    leave()
  }
  return e.json(200, { inside, tooMany })
})
routerAdd('GET', '/left', (e) => e.json(200, { few: $app.store().get('few') }))`

/** One who writes for so long, and one who gives way to him: whether somebody was writing before, and afterwards. */
const writers = `routerAdd('GET', '/write/{milliseconds}', (e) => {
  $app.runInTransaction(() => {
    $app.store().set('writes', true)
    sleep(Number(e.request.pathValue('milliseconds')))
  })
  $app.store().set('writes', false)
  return e.noContent(204)
})
routerAdd('GET', '/writes', (e) => e.json(200, $app.store().get('writes') || false))
routerAdd('GET', '/give-way', (e) => {
  const { yieldToWriters, poolOf } = require(__hooks + '/connections.js')
  const before = poolOf($app.nonconcurrentDB()).stats().inUse
  yieldToWriters($app)
  return e.json(200, [before, poolOf($app.nonconcurrentDB()).stats().inUse])
})`

beforeAll(async () => {
  await installEngine()
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      lib: {
        entry: ['runtime/slots.ts', 'runtime/connections.ts'].map((file) => join(root, 'pb_hooks', file)),
        formats: ['cjs'],
        fileName: (_, name) => `${name}.js`,
      },
    },
  })
  writeFileSync(join(folder, 'main.pb.js'), `${comeAndGo}\n${writers}`)
  url = `http://127.0.0.1:${await freePort()}`
  const own = [`--hooksDir=${folder}`, `--dir=${join(folder, 'data')}`, `--http=${url.slice(7)}`]
  const flags = ['--hooksWatch=false', '--automigrate=false', '--dev=false', '--hooksPool=4']
  server = spawn(enginePath(), ['serve', ...flags, ...own], { stdio: 'ignore' })
  await vi.waitFor(() => fetch(`${url}/api/health`), 20_000)
}, 300_000)

afterAll(async () => {
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGKILL')
  await gone
  rmSync(folder, { recursive: true, force: true })
})

it('who comes as another goes is counted: four machines that share one place are never in it together, and nothing of it is kept', async () => {
  const come = () => fetch(`${url}/come-and-go`).then((answer) => answer.json())
  const told: { inside: number; tooMany: number }[] = await Promise.all([come(), come(), come(), come()])
  expect(told.reduce((sum, { inside }) => sum + inside, 0)).toBeGreaterThan(1_000)
  expect(told.map(({ tooMany }) => tooMany)).toEqual([0, 0, 0, 0])
  expect(await (await fetch(`${url}/left`)).json()).toEqual({ few: {} })
})

it('a long work gives way to whoever writes, until he has written, but not for ever', async () => {
  const given = async (milliseconds: number) => {
    const write = fetch(`${url}/write/${milliseconds}`)
    await vi.waitFor(async () => expect(await (await fetch(`${url}/writes`)).json()).toBe(true), { interval: 1 })
    const answer = await (await fetch(`${url}/give-way`)).json()
    await write
    return answer
  }
  const soon = await Promise.all([500, 1_000, 1_500].map((after) => wait(after).then(() => given(40))))
  expect(soon).toContainEqual([1, 0])
  expect(soon).not.toContainEqual([1, 1])
  expect(await given(1_000)).toEqual([1, 1])
})
