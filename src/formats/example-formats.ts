import type { FormatInput } from '../domain/formats/format.ts'
import type { Country } from '../domain/settings/country.ts'

/** Example format from which administrators start. Its format file is loaded when it is chosen. */
export interface ExampleFormat {
  country: Country
  code: string
  name: string
  category: string
}

const humanResources = 'Recursos humanos'

export const exampleFormats: readonly ExampleFormat[] = [
  { country: 'MX', code: 'CLMX', name: 'Constancia laboral (México)', category: humanResources },
  { country: 'MX', code: 'REMX', name: 'Carta de renuncia (México)', category: humanResources },
  { country: 'MX', code: 'SPMX', name: 'Contrato de servicios profesionales (México)', category: 'Contratación' },
  { country: 'PE', code: 'CTPE', name: 'Certificado de trabajo (Perú)', category: humanResources },
  { country: 'PE', code: 'LSPE', name: 'Contrato de locación de servicios (Perú)', category: 'Contratación' },
  { country: 'PE', code: 'OCPE', name: 'Orden de compra (Perú)', category: 'Compras' },
  { country: 'CL', code: 'CACL', name: 'Certificado de antigüedad laboral (Chile)', category: humanResources },
  { country: 'CL', code: 'FICL', name: 'Finiquito de contrato de trabajo (Chile)', category: humanResources },
  { country: 'AR', code: 'CTAR', name: 'Constancia de trabajo (Argentina)', category: humanResources },
  { country: 'AR', code: 'OCAR', name: 'Orden de compra (Argentina)', category: 'Compras' },
]

const files = import.meta.glob<FormatInput>('../domain/formats/examples/*.json', { import: 'format' })

export async function loadExampleFormat(code: string): Promise<FormatInput> {
  const load = files[`../domain/formats/examples/${code}.json`]
  if (!load) throw new Error(`There is no example format ${code}.`)
  return load()
}
