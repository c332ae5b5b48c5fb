import type { FormatInput } from '../format.ts'
import actaDeEntrega from './acta-de-entrega.json'
import autorizacionDeDatos from './autorizacion-de-datos.json'
import cartaLaboral from './carta-laboral.json'
import constanciaDeEstudios from './constancia-de-estudios.json'
import cuentaDeCobro from './cuenta-de-cobro.json'
import memorandoInterno from './memorando-interno.json'
import ordenDeCompra from './orden-de-compra.json'
import pazYSalvo from './paz-y-salvo.json'
import prestacionDeServicios from './prestacion-de-servicios.json'
import vacacionesOPermiso from './vacaciones-o-permiso.json'

/** Files of the formats of a new installation, as a format page exports them. */
const files = [
  cartaLaboral,
  pazYSalvo,
  cuentaDeCobro,
  prestacionDeServicios,
  ordenDeCompra,
  actaDeEntrega,
  vacacionesOPermiso,
  constanciaDeEstudios,
  autorizacionDeDatos,
  memorandoInterno,
]

/** Formats of a new installation; they are published from the start. */
export const initialFormats = files.map(({ format }) => format as FormatInput)
