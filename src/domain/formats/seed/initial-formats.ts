import type { FormatInput } from '../format.ts'
import { actaDeEntrega } from './acta-de-entrega.ts'
import { autorizacionDeDatos } from './autorizacion-de-datos.ts'
import { cartaLaboral } from './carta-laboral.ts'
import { constanciaDeEstudios } from './constancia-de-estudios.ts'
import { cuentaDeCobro } from './cuenta-de-cobro.ts'
import { memorandoInterno } from './memorando-interno.ts'
import { ordenDeCompra } from './orden-de-compra.ts'
import { pazYSalvo } from './paz-y-salvo.ts'
import { prestacionDeServicios } from './prestacion-de-servicios.ts'
import { vacacionesOPermiso } from './vacaciones-o-permiso.ts'

/** Formats of a new installation; they are published from the start. */
export const initialFormats: readonly FormatInput[] = [
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
