import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { installEngine } from '../../scripts/install.mjs'
import { projectRoot } from '../../scripts/project.mjs'
import { createSbom, formatSbom } from '../../scripts/sbom.mjs'

/** Licences that permit distribution with the product without obligation to publish sources. */
const allowed = [
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'MIT',
  'MIT AND OFL-1.1',
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
]

const engine = await installEngine()
const list = createSbom(engine)

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
const named = () => list.components.map(({ name, version }) => `${name} ${version}`)

it('lists every production package, including transitive dependencies', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { version: string; dev?: boolean }>
  }
  const needed = Object.entries(packages).filter(([path, { dev }]) => path && !dev)
  expect(needed.length).toBeGreaterThan(30)
  const missing = needed.filter(
    ([path, { version }]) => !named().includes(`${path.replace(/^.*node_modules\//, '')} ${version}`),
  )
  expect(missing).toEqual([])
})

it('lists the engine with its hash, modules, Go version, fonts and certificates', () => {
  expect(list.components[0]).toMatchObject({
    type: 'application',
    name: 'github.com/pocketbase/pocketbase',
    version: 'v0.40.4',
    purl: 'pkg:golang/github.com/pocketbase/pocketbase@v0.40.4',
    licenses: [{ expression: 'MIT' }],
    hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(readFileSync(engine)).digest('hex') }],
  })
  expect(named()).toEqual(
    expect.arrayContaining([
      'stdlib v1.27.4',
      'modernc.org/sqlite v1.57.0',
      'github.com/benbjohnson/litestream v0.5.18',
      'github.com/aws/aws-sdk-go-v2/service/s3 v1.97.3',
      'golang.org/x/crypto v0.57.0',
      '@fontsource-variable/besley 5.3.0',
      '@fontsource-variable/public-sans 5.3.0',
      '@expo-google-fonts/noto-serif 0.4.2',
      '@expo-google-fonts/noto-sans-math 0.4.2',
      '@expo-google-fonts/noto-sans-symbols-2 0.4.1',
      'ca-certificates undefined',
    ]),
  )
  // Build tools are not part of the product.
  expect(named().filter((name) => /^(vite|vitest|typescript|@biomejs)/.test(name))).toEqual([])
  expect(new Set(list.components.map((each) => each['bom-ref'])).size).toBe(list.components.length)
})

it('conforms to the CycloneDX schema', () => {
  const require = createRequire(import.meta.url)
  const folder = join(dirname(require.resolve('@cyclonedx/cyclonedx-library/package.json')), 'res/schema')
  const schema = (name: string) => JSON.parse(readFileSync(join(folder, `${name}.SNAPSHOT.schema.json`), 'utf8'))
  const ajv = new Ajv({ strict: false, validateFormats: false })
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
  const isValid = ajv.compile(schema(`bom-${list.specVersion}`))
  expect([isValid(JSON.parse(formatSbom(list))), isValid.errors]).toEqual([true, null])
  expect(isValid({ ...list, components: [{ ...list.components[0], type: 'programa' }] })).toBe(false)
})

it('gives each component an allowed licence, and the image lists all of them', () => {
  expect(list.components.filter(({ licenses }) => licenses.length !== 1)).toEqual([])
  const licences = list.components.map(({ licenses }) => licenses[0]?.expression ?? '')
  expect(licences.filter((licence) => !allowed.includes(licence))).toEqual([])
  const all = new Set(licences.flatMap((licence) => licence.split(' AND ')))
  expect(all.size).toBe(7)
  expect(read('docs/promesas.md')).toContain(`| ${list.components.length} partes, siete licencias |`)
  expect(read('Dockerfile')).toContain(`org.opencontainers.image.licenses="${[...all].toSorted().join(' AND ')}"`)
})
