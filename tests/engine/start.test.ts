import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectRoot, rebuildProduct } from '../../scripts/project.mjs'
import { freePort } from '../support/free-port.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const data = temporaryFolder()
const running = new Set<ChildProcess>()

// Later starts find a complete build.
beforeAll(() => rebuildProduct(), 300_000)
afterAll(() => {
  for (const { pid } of running) if (pid) process.kill(-pid, 'SIGKILL')
})

function start(env: Record<string, string>) {
  const child = spawn('npm', ['start', '--silent'], {
    cwd: projectRoot,
    detached: true,
    env: { ...process.env, DATA_DIR: data, ...env },
  })
  const server = { said: '', code: undefined as number | null | undefined }
  running.add(child)
  child.stdout.on('data', (text) => (server.said += text))
  child.stderr.on('data', (text) => (server.said += text))
  child.on('close', (code) => {
    running.delete(child)
    server.code = code
  })
  return Object.assign(server, { pid: child.pid ?? 0 })
}

async function until(happened: () => unknown) {
  for (const limit = Date.now() + 20_000; Date.now() < limit; await wait(20)) if (await happened()) return
  throw new Error('it did not happen within 20 s')
}

function isHealthy(port: string) {
  return fetch(`http://127.0.0.1:${port}/api/health`).then(
    (response) => response.ok,
    () => false,
  )
}

it.each([
  ['npm alone', 'SIGTERM', 1],
  ['npm alone', 'SIGINT', 1],
  ['npm alone', 'SIGKILL', 1],
  ['the whole group', 'SIGTERM', -1],
  ['the whole group', 'SIGKILL', -1],
  ['the whole group', 'SIGINT', -1],
] as const)('restarts on the same data after %s received %s', async (_, signal, sign) => {
  const port = String(await freePort())
  const server = start({ PORT: port })
  await until(() => isHealthy(port))
  await until(() => server.said.includes(`http://127.0.0.1:${port}`))
  expect(server.said).not.toMatch(/Server started|Dashboard|pbinstall/)
  process.kill(sign * server.pid, signal)
  await until(() => server.code !== undefined)
  expect(server.code).toBe(signal === 'SIGKILL' ? null : 0)
  expect(await isHealthy(port)).toBe(false)
})

it('refuses a folder that another server uses, until that server is killed', async () => {
  const port = String(await freePort())
  const first = start({ PORT: port })
  await until(() => isHealthy(port))
  const second = start({ PORT: String(await freePort()) })
  await until(() => second.code !== undefined)
  expect(second.code).toBe(1)
  const sentence = `Ya hay un servidor con esta misma carpeta: ${data}. Deténgalo antes de arrancar otro.`
  expect(second.said.split(sentence)).toHaveLength(2)
  expect(await isHealthy(port)).toBe(true)
  process.kill(-first.pid, 'SIGKILL')
  await until(() => first.code !== undefined)
  const third = start({ PORT: port })
  await until(() => isHealthy(port))
  process.kill(third.pid, 'SIGTERM')
  await until(() => third.code !== undefined)
})

it('sets a damaged log aside and starts with a new one', async () => {
  const port = String(await freePort())
  writeFileSync(join(data, 'auxiliary.db'), 'garbage '.repeat(5_000))
  const server = start({ PORT: port })
  await until(() => server.code !== undefined || isHealthy(port))
  const [name = '', ...others] = readdirSync(data).filter((each) => each.startsWith('auxiliary.db.damaged-'))
  expect(others).toEqual([])
  expect(server.said).toContain(`Se guardó como ${name} y se empezó uno nuevo`)
  expect(readFileSync(join(data, name), 'utf8')).toBe('garbage '.repeat(5_000))
  process.kill(server.pid, 'SIGTERM')
  await until(() => server.code !== undefined)
})

it('allows cross-origin calls only from its own pages', async () => {
  const port = String(await freePort())
  const server = start({ PORT: port, APP_URL: 'https://formatos.ejemplo.test' })
  await until(() => isHealthy(port))
  const allowed = async (origin: string) => {
    const { headers } = await fetch(`http://127.0.0.1:${port}/api/health`, { headers: { Origin: origin } })
    return headers.get('access-control-allow-origin')
  }
  expect(await allowed('https://evil.test')).toBeNull()
  expect(await allowed('https://formatos.ejemplo.test')).toBe('https://formatos.ejemplo.test')
  process.kill(server.pid, 'SIGTERM')
  await until(() => server.code !== undefined)
})

it.each([
  [
    'a taken port',
    async () => ({ PORT: String(await taken()) }),
    /El puerto \d+ de 127\.0\.0\.1 ya está en uso.*PORT=\d+ npm start/,
  ],
  [
    'an APP_URL with a path',
    async () => ({ PORT: String(await freePort()), APP_URL: 'https://ejemplo.test/formatos' }),
    /APP_URL es «https:\/\/ejemplo\.test\/formatos»\. Debe ser una dirección sin ruta, como https:\/\/formatos\.ejemplo\.com/,
  ],
  [
    'a MAIL_FROM with two mailboxes',
    async () => ({ PORT: String(await freePort()), MAIL_FROM: 'Ana <ana@ejemplo.test>, luis@ejemplo.test' }),
    /MAIL_FROM es «Ana <ana@ejemplo\.test>, luis@ejemplo\.test»\. Debe ser un remitente/,
  ],
  [
    'a second factor without mail',
    async () => ({ PORT: String(await freePort()), SECOND_FACTOR: 'admins' }),
    /SECOND_FACTOR=admins envía códigos por correo, pero falta SMTP_HOST/,
  ],
  [
    'a provider without its secret',
    async () => ({ PORT: String(await freePort()), GOOGLE_CLIENT_ID: 'formatos' }),
    /Para ingresar con GOOGLE falta GOOGLE_CLIENT_SECRET\./,
  ],
  [
    'a tenant of everybody',
    async () => ({
      PORT: String(await freePort()),
      MICROSOFT_TENANT: 'common',
      MICROSOFT_CLIENT_ID: 'x',
      MICROSOFT_CLIENT_SECRET: 'x',
    }),
    /MICROSOFT_TENANT es «common»\. Debe ser el identificador de su organización/,
  ],
  [
    'passwords of administrators only, without a provider',
    async () => ({ PORT: String(await freePort()), PASSWORD_SIGN_IN: 'admins' }),
    /PASSWORD_SIGN_IN=admins exige otra forma de ingresar/,
  ],
  [
    'passwords of administrators only, and no domain that links an account',
    async () => ({
      PORT: String(await freePort()),
      PASSWORD_SIGN_IN: 'admins',
      GOOGLE_CLIENT_ID: 'x',
      GOOGLE_CLIENT_SECRET: 'x',
    }),
    /PASSWORD_SIGN_IN=admins exige SSO_DOMAINS/,
  ],
  [
    'a seal without its key',
    async () => ({ PORT: String(await freePort()), SEAL_CERT: '/falta.crt' }),
    /SEAL_CERT, SEAL_KEY: Faltan el certificado o la clave del sello, o no se pueden leer\./,
  ],
  ['an invalid port', async () => ({ PORT: 'ocho' }), /PORT es «ocho»/],
  ['an address of another machine', async () => ({ HOST: '192.0.2.1' }), /no tiene la dirección 192\.0\.2\.1.*HOST/],
  [
    'a data folder that is a file',
    async () => ({ DATA_DIR: aFile(), PORT: String(await freePort()) }),
    /no es una carpeta.*DATA_DIR/,
  ],
])('explains how to solve %s', async (_, environment, sentence) => {
  const server = start(await environment())
  await until(() => server.code !== undefined)
  expect(server.said).toMatch(sentence)
  expect(server.said).not.toMatch(/\n {4}at /)
  expect(server.code).toBe(1)
})

it('explains how to solve a Node version older than package.json requires', () => {
  const scripts = join(data, 'scripts')
  cpSync(join(projectRoot, 'scripts/node.cjs'), join(scripts, 'node.cjs'))
  writeFileSync(join(scripts, 'command.mjs'), 'a syntax error to this Node')
  function begin(oldest: string) {
    writeFileSync(join(data, 'package.json'), JSON.stringify({ engines: { node: `>=${oldest}` } }))
    const words = ['--require', './scripts/node.cjs', 'scripts/command.mjs']
    return spawnSync(process.execPath, words, { cwd: data, encoding: 'utf8' })
  }
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  for (const newer of [`${major + 1}.0`, `${major}.${minor + 1}`]) {
    const { status, stderr } = begin(newer)
    expect(stderr).toMatch(/^✗ Node \S+ es demasiado antiguo: se necesita Node .*\n$/)
    expect(stderr).toContain(`Node ${newer} o posterior`)
    expect(status).toBe(1)
  }
  for (const older of [`${major - 1}.99`, `${major}.${minor}`]) expect(begin(older).stderr).toContain('SyntaxError')
})

async function taken(): Promise<number> {
  const server = createServer().unref()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

function aFile() {
  const path = join(data, 'a-file')
  writeFileSync(path, '')
  return path
}
