/** @import { Employee } from './people.mjs' */
/** @import { Random } from './random.mjs' */

export const demoOrganisation = {
  organisationName: 'Comercial Andina S. A. S.',
  organisationId: '900123456-8',
  address: 'Calle 72 N.º 10-34',
  city: 'Bogotá D. C.',
  phone: '+576013456789',
  web: 'https://www.ejemplo.com',
}

/** @type {[name: string, nit: string][]} */
const suppliers = [
  ['Papelería El Cóndor S. A. S.', '890903938-8'],
  ['Ferretería La Sabana Ltda.', '860002964-4'],
  ['Dotaciones del Norte S. A. S.', '800197268-4'],
]
/** @type {[description: string, unit: string, price: number][]} */
const goods = [
  ['Resma de papel carta', 'caja', 98_500],
  ['Silla ergonómica', 'unidad', 489_000],
  ['Monitor de 27 pulgadas', 'unidad', 1_150_000],
  ['Casco de seguridad', 'unidad', 42_300],
  ['Guantes de nitrilo', 'par', 8_900],
  ['Mantenimiento de montacargas', 'servicio', 1_850_000],
]
const equipment = [
  ['Computador portátil', 'Lenovo'],
  ['Teléfono móvil', 'Samsung'],
  ['Tableta', 'Apple'],
]

/** @type {[type: string, maxDays: number, reason: string][]} */
const leaves = [
  ['vacaciones', 15, 'Viaje familiar.'],
  ['vacaciones', 15, 'Descanso anual.'],
  ['permiso remunerado', 1, 'Firma de una escritura en la notaría.'],
  ['permiso remunerado', 2, 'Grado de un hijo en otra ciudad.'],
  ['cita médica', 1, 'Control odontológico.'],
]

/** Reasons of returns and rejections by format code. @type {Record<'return' | 'reject', Record<string, string>>} */
export const demoReasons = {
  return: {
    CL: 'El cargo no coincide con el del contrato. Corríjalo y envíela de nuevo.',
    VP: 'Las fechas se cruzan con el cierre de mes. Proponga otras.',
    OC: 'Falta la cotización del proveedor.',
    CC: 'El valor no coincide con el del contrato. Revíselo.',
    AE: 'El serial no está en el inventario. Revíselo.',
    PS: 'Falta devolver el carné de la empresa.',
  },
  reject: {
    CL: 'Ya se expidió la misma carta esta semana.',
    VP: 'No quedan días de vacaciones disponibles en este período.',
    OC: 'La compra no está en el presupuesto del año.',
    CC: 'Este servicio ya se cobró el mes pasado.',
    AE: 'El equipo está asignado a otra persona.',
    PS: 'Hay un préstamo pendiente con la empresa.',
  },
}

/**
 * Formats an amount as a canonical value: 1500 → `1500.00`.
 * @param {number} pesos
 */
const formatPesos = (pesos) => `${pesos}.00`
/**
 * Adds days to a day.
 * @param {string} day
 * @param {number} days
 */
const daysAfter = (day, days) => new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** @typedef {{ code: string, values: (who: Employee, day: string, random: Random) => Record<string, unknown> }} RequestKind */

/** Formats of the demo. Each entry: percentage of all requests, and a function that returns the values of a request by `who` on `day`. @type {[number, RequestKind][]} */
export const demoRequestKinds = [
  [
    44,
    {
      code: 'CL',
      values: (who, _day, { pick, next }) => ({
        nombre_completo: who.name,
        tipo_documento: 'CC',
        numero_documento: who.document,
        expedido_en: 'Bogotá D. C.',
        cargo: who.position,
        tipo_contrato: pick(['término indefinido', 'término indefinido', 'término fijo', 'obra o labor']),
        fecha_ingreso: who.hired,
        ...(next() < 0.7
          ? { incluir_salario: true, salario_mensual: formatPesos(who.salary) }
          : { incluir_salario: false }),
        dirigido_a: pick(['A quien interese', 'Bancolombia', 'Banco Davivienda', 'Caja de compensación familiar']),
        ciudad_expedicion: demoOrganisation.city,
      }),
    },
  ],
  [
    20,
    {
      code: 'VP',
      values: (who, day, { pick, between }) => {
        const from = daysAfter(day, between(5, 40))
        const [tipo, maxDays, motivo] = pick(leaves)
        return {
          nombre_completo: who.name,
          tipo_documento: 'CC',
          numero_documento: who.document,
          cargo: who.position,
          dependencia: who.department,
          jefe: who.chief,
          tipo,
          modalidad: 'por días',
          fecha_inicio: from,
          fecha_fin: daysAfter(from, between(1, maxDays) - 1),
          motivo,
          con_reemplazo: false,
          ciudad: demoOrganisation.city,
          fecha_solicitud: day,
        }
      },
    },
  ],
  [
    12,
    {
      code: 'OC',
      values: (who, day, { pick, between }) => {
        const [proveedor, nit] = pick(suppliers)
        return {
          proveedor,
          proveedor_nit: nit,
          correo: 'ventas@ejemplo.com',
          fecha: day,
          fecha_entrega: daysAfter(day, between(5, 30)),
          lugar_entrega: 'Bodega central, Calle 13 N.º 60-45, Bogotá D. C.',
          condiciones_pago: pick(['contado', 'crédito a 30 días', 'crédito a 60 días']),
          moneda: 'COP',
          items: Array.from({ length: between(1, 5) }, () => {
            const [descripcion, unidad, price] = pick(goods)
            return {
              descripcion,
              unidad,
              cantidad: String(between(1, 30)),
              valor_unitario: formatPesos(price),
              iva_pct: '19',
            }
          }),
          solicitado_por: who.name,
        }
      },
    },
  ],
  [
    12,
    {
      code: 'CC',
      values: (who, day, { pick, between }) => ({
        nombre: who.name,
        tipo_documento: 'CC',
        numero_documento: who.document,
        telefono: '+573001234567',
        deudor_razon_social: demoOrganisation.organisationName,
        deudor_nit: demoOrganisation.organisationId,
        concepto: pick(['Asesoría comercial.', 'Diseño de piezas gráficas.', 'Capacitación en seguridad industrial.']),
        valor: formatPesos(between(4, 60) * 100_000),
        declarante_renta: false,
        banco: pick(['Bancolombia', 'Davivienda', 'Banco de Bogotá']),
        tipo_cuenta: 'ahorros',
        numero_cuenta: String(between(10_000_000_000, 99_999_999_999)),
        ciudad: demoOrganisation.city,
        fecha: day,
      }),
    },
  ],
  [
    8,
    {
      code: 'AE',
      values: (who, day, { pick, between }) => {
        const [tipo, marca] = pick(equipment)
        return {
          entrega: 'Claudia Forero Lozano',
          entrega_cargo: 'Analista de soporte',
          recibe: who.name,
          tipo_documento: 'CC',
          numero_documento: who.document,
          recibe_cargo: who.position,
          dependencia: who.department,
          motivo: 'asignación',
          fecha_entrega: day,
          equipos: [{ tipo, marca, serial: `SN${between(100_000, 999_999)}`, estado: 'nuevo' }],
          incluye_accesorios: false,
          ciudad: demoOrganisation.city,
        }
      },
    },
  ],
  [
    4,
    {
      code: 'PS',
      values: (who, day) => ({
        nombre: who.name,
        tipo_documento: 'CC',
        numero_documento: who.document,
        concepto: 'nómina y elementos',
        dependencia: 'Talento Humano',
        periodo_hasta: day,
        saldo_pendiente: '0.00',
        vigencia_dias: 30,
        ciudad: demoOrganisation.city,
      }),
    },
  ],
]
