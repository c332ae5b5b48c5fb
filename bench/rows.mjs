const names = ['María José Güell Peña', 'Íñigo Núñez', 'Ana Sofía Muñoz Ávila', 'Óscar Darío Pérez', 'Zoraida Ñustes']
const posts = ['Analista de nómina', 'Auxiliar contable', 'Jefe de bodega', 'Médica laboral', 'Conductor']
const contracts = ['término indefinido', 'término fijo', 'obra o labor', 'aprendizaje']
const cities = ['Bogotá D. C.', 'Medellín', 'Cúcuta', 'Ibagué']

/** @template T @param {readonly T[]} list @param {number} i @returns {T} */
const pick = (list, i) => /** @type {T} */ (list[i % list.length])
const padTwo = (/** @type {number} */ n) => String(n).padStart(2, '0')

/** Returns the canonical values of the `i`th row for the format `CL`. @param {number} i */
export const createRowValues = (i) => ({
  nombre_completo: `${pick(names, i)} ${i}`,
  tipo_documento: 'CC',
  numero_documento: String(10_000_000 + i),
  expedido_en: pick(cities, i + 1),
  cargo: pick(posts, i),
  tipo_contrato: pick(contracts, i),
  fecha_ingreso: `20${padTwo(10 + (i % 15))}-${padTwo(1 + (i % 12))}-${padTwo(1 + (i % 28))}`,
  incluir_salario: true,
  salario_mensual: `${1_300_000 + (i % 5_000) * 100}.50`,
  dirigido_a: 'A quien interese',
  ciudad_expedicion: pick(cities, i),
  fecha_expedicion: '2026-11-20',
})
