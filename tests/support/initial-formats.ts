import type { FormatInput } from '../../src/domain/formats/format.ts'
import { initialFormats } from '../../src/domain/formats/seed/initial-formats.ts'

function getInitialFormat(code: string): FormatInput {
  const found = initialFormats.find((format) => format.code === code)
  if (!found) throw new Error(`no initial format ${code}`)
  return found
}

export const cartaLaboral = getInitialFormat('CL')
export const pazYSalvo = getInitialFormat('PS')
export const cuentaDeCobro = getInitialFormat('CC')
export const ordenDeCompra = getInitialFormat('OC')
export const vacacionesOPermiso = getInitialFormat('VP')
