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

  it.each(['certificado', 'certificado de trabajo', 'Certificado laboral', 'constancia laboral', 'CARTA DE TRABAJO'])(
    'finds the employment letter by its usual name «%s»',
    (text) => {
      const { codes, isApproximate } = find(text)
      expect({ isApproximate, isFound: codes.includes('CL') }).toEqual({ isApproximate: false, isFound: true })
    },
  )

  it.each(['circular', 'habeas data', 'licencia', 'pedido'])('finds one format by its usual name «%s»', (text) => {
    const found = { circular: 'MI', 'habeas data': 'AD', licencia: 'VP', pedido: 'OC' }[text]
    expect(find(text)).toEqual({ codes: [found], isApproximate: false })
  })

  it('offers the employment letter for «necesito un certificado para el trabajo», which no format contains', () => {
    const { codes, isApproximate } = find('necesito un certificado para el trabajo')
    expect({ isApproximate, first: codes[0] }).toEqual({ isApproximate: true, first: 'CL' })
  })

  it('finds nothing for words that no format contains', () => {
    expect(find('pasaporte de la xyzw')).toEqual({ codes: [], isApproximate: false })
  })
})
