import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pinnedVersion } from '../../scripts/pin.mjs'
import { projectRoot } from '../../scripts/project.mjs'

/** Returns an advisory of a module: affected packages and versions. */
const advisory = (name: string, imports: string[], events: object[]) => ({
  affected: [
    { package: { name }, ranges: [{ events }], ecosystem_specific: { imports: imports.map((path) => ({ path })) } },
  ],
})
const crypto = 'golang.org/x/crypto'
const held = `${crypto}/bcrypt`
const advisories = {
  'GO-1': advisory(crypto, [held], [{ introduced: '0' }, { fixed: '0.1.0' }]),
  'GO-2': advisory(crypto, [held], [{ introduced: '999.0.0' }]),
  'GO-3': advisory(crypto, [`${crypto}/openpgp`], [{ introduced: '0' }]),
  'GO-4': advisory('example.test/foreign', [held], [{ introduced: '0' }]),
}
const open = {
  'GO-5': advisory(crypto, [held], [{ introduced: '0' }, { fixed: '0.1.0' }, { introduced: '0.2.0-rc.1' }]),
  'GO-6': advisory('github.com/pocketbase/pocketbase', [], [{ introduced: '0' }, { fixed: `${pinnedVersion}1` }]),
}

let published: Record<string, ReturnType<typeof advisory>> = {}
let holes: Record<string, object[]> = {}
/** Responds with Go's advisories and npm's. */
function answer(method: string, url: string): object | undefined {
  if (method === 'POST') return holes
  const [, id = ''] = /^\/ID\/(.*)\.json$/.exec(url) ?? []
  if (id) return published[id]
  const name = decodeURIComponent(url.slice(1))
  if (url !== '/index/modules.json') return { name, versions: { '1.0.0': { name, version: '1.0.0' } } }
  const paths = new Set(
    Object.values(published).flatMap(({ affected }) => affected.map(({ package: { name } }) => name)),
  )
  return [...paths].map((path) => ({
    path,
    vulns: Object.keys(published)
      .filter((each) => published[each]?.affected[0]?.package.name === path)
      .map((each) => ({ id: each })),
  }))
}
const server = createServer(async (request, response) => {
  for await (const _ of request);
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(answer(request.method ?? '', request.url ?? '')))
})
let base = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.close()
})

async function asked(at = base) {
  const env = { ...process.env, GOVULNDB: at, npm_config_registry: at, npm_config_fetch_retries: '0' }
  const child = spawn('npm', ['run', '--silent', 'advisories'], { cwd: projectRoot, env })
  let output = ''
  child.stdout.on('data', (text) => (output += text))
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, said: output }
}

it('ignores advisories that are fixed, later, of unused packages or of other modules', async () => {
  published = advisories
  expect(await asked()).toEqual({
    code: 0,
    said: '▸ Paquetes de npm: ningún aviso\n▸ Motor y sus módulos: ningún aviso\n',
  })
})

it('fails and names each vulnerability in the engine or in a package', async () => {
  published = { ...advisories, ...open }
  holes = {
    react: [{ id: 1, url: 'https://x.test', title: 'x', severity: 'high', vulnerable_versions: '>=0.0.1', cwe: [] }],
  }
  const { code, said } = await asked()
  expect(said).toContain(`pocketbase v${pinnedVersion}: https://pkg.go.dev/vuln/GO-6`)
  expect(said).toContain('vuln/GO-5')
  expect(said).not.toMatch(/vuln\/GO-[1-4]/)
  expect(said).toMatch(/^ {2}react .*high/m)
  expect(code).toBe(1)
})

it('fails with its own exit code if an advisory service is unreachable', async () => {
  const { code, said } = await asked('http://127.0.0.1:1')
  expect(said.match(/no se pudo preguntar/g)).toHaveLength(2)
  expect(code).toBe(2)
})
