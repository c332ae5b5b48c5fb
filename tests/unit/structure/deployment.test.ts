import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '../../..')
const text = (path: string) => readFileSync(join(root, path), 'utf8')

interface Service {
  image: string
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  cap_add?: string[]
  security_opt?: string[]
  command?: string
  ports?: string[]
  volumes: string[]
  environment?: Record<string, string | null>
  depends_on?: Record<string, { condition: string }>
}

interface Compose {
  services: Record<string, Service>
  volumes: Record<string, { name?: string } | null>
}

describe('compose.yaml', () => {
  const compose = parse(text('compose.yaml')) as Compose
  const { formatos: server, caddy } = compose.services as Record<'formatos' | 'caddy', Service>
  const dockerfile = text('Dockerfile')

  it('starts the server and Caddy, nothing else', () => {
    expect(Object.keys(compose.services)).toEqual(['formatos', 'caddy'])
  })
  it('runs the image that `npm run image` builds, with the user of the Dockerfile', () => {
    expect(server.image).toBe('formatos-preeliminares')
    expect(text('scripts/image.mjs')).toContain(`'${server.image}'`)
    expect(dockerfile).toContain(`\nUSER ${server.user}\n`)
  })
  it('starts both with a read-only disk and without capabilities', () => {
    for (const { read_only, cap_drop, security_opt } of [server, caddy])
      expect({ read_only, cap_drop, security_opt }).toEqual({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      })
    expect([server.cap_add, caddy.cap_add]).toEqual([undefined, ['NET_BIND_SERVICE']])
  })
  it('publishes the ports of Caddy only, because clients could forge the trusted header', () => {
    expect(server.ports).toBeUndefined()
    expect(caddy.ports).toEqual(['80:80', '443:443', '443:443/udp'])
    expect(server.environment?.TRUSTED_PROXY_HEADER).toBe('X-Forwarded-For')
  })
  it('starts Caddy once the server is healthy, and passes requests to its port', () => {
    expect(caddy.depends_on).toEqual({ formatos: { condition: 'service_healthy' } })
    expect(dockerfile).toMatch(/^HEALTHCHECK /m)
    const [, port] = /^ENV .*\bPORT=(\d+)/m.exec(dockerfile) ?? []
    expect(caddy.command).toMatch(new RegExp(` --to formatos:${port}$`))
  })
  it('stores the data in the volume of the documented commands', () => {
    expect(server.volumes).toEqual(['data:/pb_data'])
    expect(compose.volumes.data).toEqual({ name: 'formatos' })
    expect(text('README.md')).toContain('-v formatos:/pb_data')
  })
  it('passes only documented variables', () => {
    const documented = text('docs/operacion/variables.md')
    const names = Object.keys(server.environment ?? {})
    expect(names).toContain('APP_URL')
    expect(names.filter((name) => !documented.includes(`\`${name}\``))).toEqual([])
  })
})

it('the CI workflow runs the same command as a developer', () => {
  const { jobs } = parse(text('.github/workflows/ci.yml')) as { jobs: Record<string, { steps: { run?: string }[] }> }
  const commands = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
  expect(commands).toEqual(['bash .ci/run'])
  expect(existsSync(join(root, '.ci/run'))).toBe(true)
})

it('package.json, README and CHANGELOG name the same version, published or not', () => {
  const { version } = JSON.parse(text('package.json')) as { version: string }
  const [, logged, date] = /^## \[(.+?)\] - (.+)$/m.exec(text('docs/CHANGELOG.md')) ?? []
  const [, shown, note] = /^Versión (\d+\.\d+\.\d+)(, sin publicar)?\./m.exec(text('README.md')) ?? []
  expect({ logged, shown }).toEqual({ logged: version, shown: version })
  expect(date === 'unreleased').toBe(note !== undefined)
})
