import { describe, expect, it } from 'vitest'
import { initialFormats } from '../../src/domain/formats/seed/initial-formats.ts'
import { findFormats } from '../../src/formats/find-formats.ts'

const find = (text: string) => {
  const { formats, isApproximate } = findFormats(initialFormats, text, ({ body }) => body)
  return { codes: formats.map(({ code }) => code), isApproximate }
}

describe('find formats', () => {
  it('returns the formats with all words', () => {
    expect(find('laboral')).toEqual({ codes: ['CL'], isApproximate: false })
    expect(find('equipos ACTA').codes).toEqual(['AE'])
    expect(find('PAZ y salvo')).toEqual({ codes: ['PS'], isApproximate: false })
    expect(find('').codes).toHaveLength(10)
  })

  it.each(['certificado laboral', 'constancia laboral', 'una carta para el trabajo laboral'])(
    'offers the employment letter for «%s», which no format contains',
    (text) => {
      const { codes, isApproximate } = find(text)
      expect({ isApproximate, offers: codes.slice(0, 2).includes('CL') }).toEqual({ isApproximate: true, offers: true })
    },
  )

  it('finds nothing for words that no format contains', () => {
    expect(find('pasaporte de la xyzw')).toEqual({ codes: [], isApproximate: false })
  })
})
