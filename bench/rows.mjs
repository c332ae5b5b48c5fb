const names = ['María José Güell Peña', 'Íñigo Núñez', 'Ana Sofía Muñoz Ávila', 'Óscar Darío Pérez', 'Zoraida Ñustes']
const posts = ['Analista de nómina', 'Auxiliar contable', 'Jefe de bodega', 'Médica laboral', 'Conductor']
const contracts = ['término indefinido', 'término fijo', 'obra o labor', 'aprendizaje']
const cities = ['Bogotá D. C.', 'Medellín', 'Cúcuta', 'Ibagué']

/** @template T @param {readonly T[]} list @param {number} i @returns {T} */
const of = (list, i) => /** @type {T} */ (list[i % list.length])
const two = (/** @type {number} */ n) => String(n).padStart(2, '0')

/** Canonical values of the `i`th row of a sheet for the format `CL`. @param {number} i */
export const valuesOf = (i) => ({
  nombre_completo: `${of(names, i)} ${i}`,
  tipo_documento: 'CC',
  numero_documento: String(10_000_000 + i),
  expedido_en: of(cities, i + 1),
  cargo: of(posts, i),
  tipo_contrato: of(contracts, i),
  fecha_ingreso: `20${two(10 + (i % 15))}-${two(1 + (i % 12))}-${two(1 + (i % 28))}`,
  incluir_salario: true,
  salario_mensual: `${1_300_000 + (i % 5_000) * 100}.50`,
  dirigido_a: 'A quien interese',
  ciudad_expedicion: of(cities, i),
  fecha_expedicion: '2026-11-20',
})
