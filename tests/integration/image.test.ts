import { execFileSync } from 'node:child_process'
import { getContainerRuntimeClient } from 'testcontainers'
import { beforeAll, expect, inject, it } from 'vitest'

/** File of the image as listed by `tar`. */
interface Entry {
  mode: string
  owner: string
  name: string
}
let entries: Entry[]
let sbom: { bomFormat: string; components: { name: string }[] }
let config: { User?: string; Labels?: Record<string, string>; Entrypoint?: string | string[] }
/** Files that Docker adds to every container. */
const itsOwn = /^(\.dockerenv|dev\/.*|proc\/|sys\/|etc\/(hostname|hosts|mtab|resolv\.conf))$/

/** Lists all files of the image before its first start. */
beforeAll(async () => {
  const { dockerode } = (await getContainerRuntimeClient()).container
  const container = await dockerode.createContainer({ Image: inject('emptyImage') })
  try {
    const parts: Buffer[] = []
    for await (const part of await container.export()) parts.push(Buffer.from(part as Buffer))
    const input = Buffer.concat(parts)
    const lines = execFileSync('tar', ['-tvf', '-', '--numeric-owner'], { input, encoding: 'utf8', maxBuffer: 2 ** 26 })
    entries = lines
      .trim()
      .split('\n')
      .map((line) => {
        const [mode = '', owner = '', , , , name = ''] = line.split(/\s+/)
        return { mode, owner, name }
      })
      .filter(({ name }) => !itsOwn.test(name))
    sbom = JSON.parse(
      execFileSync('tar', ['-xOf', '-', 'sbom.cdx.json'], { input, encoding: 'utf8', maxBuffer: 2 ** 26 }),
    )
  } finally {
    await container.remove({ force: true })
  }
  config = (await dockerode.getImage(inject('emptyImage')).inspect()).Config
})

it('contains one executable and no shell', () => {
  expect(entries.length).toBeGreaterThan(100)
  const programs = entries.filter(({ mode }) => /^[^d].*x/.test(mode) && !mode.startsWith('l'))
  expect(programs.map(({ name }) => name)).toEqual(['pocketbase'])
  expect(entries.filter(({ name }) => /(^|\/)(s?bin|lib|usr)\/|\.so(\.|$)/.test(name))).toEqual([])
})

it('runs as an unprivileged user, who can write to the data only', () => {
  expect(config).toMatchObject({ User: '65532:65532', Entrypoint: ['/pocketbase'] })
  const own = entries.filter(({ owner, mode }) => owner.startsWith('65532') || /^[^l].......w/.test(mode))
  expect([...new Set(own.map(({ name }) => name.split('/')[0]))].toSorted()).toEqual(['pb_data', 'tmp'])
  expect(entries.filter(({ mode }) => /^[^d]..[sS]|^......[sS]/.test(mode))).toEqual([])
})

it('states its components and licences', () => {
  expect(config.Labels).toMatchObject({
    'org.opencontainers.image.title': 'Formatos preeliminares',
    'org.opencontainers.image.licenses': expect.stringContaining('MIT AND'),
    'org.cyclonedx.sbom': '/sbom.cdx.json',
  })
  expect(sbom.bomFormat).toBe('CycloneDX')
  expect(sbom.components.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['github.com/pocketbase/pocketbase', 'react', '@expo-google-fonts/noto-serif']),
  )
})
