import { expect, it } from 'vitest'
import { getEnginePath } from '../../scripts/pin.mjs'
import { createSbom } from '../../scripts/sbom.mjs'
import { buildPrograms } from '../support/go-programs.mjs'

it('lists the parts of the standby with their licences, only for the image that holds it', async () => {
  const { components } = createSbom(getEnginePath(), await buildPrograms())
  const parts = components.map(({ name, version }) => `${name} ${version}`)
  expect(parts).toEqual(
    expect.arrayContaining([
      'github.com/benbjohnson/litestream v0.5.18',
      'github.com/aws/aws-sdk-go-v2/service/s3 v1.97.3',
      'modernc.org/sqlite v1.49.1',
      'modernc.org/sqlite v1.57.0',
    ]),
  )
  expect(new Set(components.map((each) => each['bom-ref'])).size).toBe(components.length)
  expect(components.filter(({ licenses }) => licenses.length !== 1)).toEqual([])
  expect(createSbom(getEnginePath()).components.filter(({ name }) => /litestream|aws/.test(name))).toEqual([])
})
