/** @import { Random } from './random.mjs' */

const firstNames =
  'Adriana,Alejandro,Andrea,Beatriz,Camilo,Carolina,César,Claudia,Daniela,Diego,Eliana,Esteban,Fabián,Gloria,Hernán,Inés,Iván,Jimena,Jorge,Juliana,Laura,Leonardo,Lina,Marcela,Mauricio,Mónica,Natalia,Óscar,Paola,Rafael,Ricardo,Rocío,Sandra,Santiago,Sofía,Tatiana,Tomás,Verónica,Víctor,Ximena'
const lastNames =
  'Acevedo,Arango,Bedoya,Cárdenas,Castaño,Duarte,Echeverri,Forero,Galvis,Hincapié,Ibáñez,Jaramillo,Lozano,Muñoz,Narváez,Ospina,Peña,Quintero,Restrepo,Suárez'
const positions = {
  'Talento Humano': ['Analista de nómina', 'Coordinadora de bienestar', 'Auxiliar de selección'],
  Compras: ['Analista de compras', 'Auxiliar de almacén'],
  Finanzas: ['Analista contable', 'Tesorera', 'Auxiliar de cartera'],
  Operaciones: ['Supervisor de planta', 'Operario', 'Inspectora de calidad', 'Conductor'],
  Comercial: ['Ejecutiva de cuenta', 'Asesor comercial', 'Analista de mercadeo'],
  Sistemas: ['Desarrollador', 'Analista de soporte'],
}

/**
 * @typedef {object} Employee
 * @property {string} name @property {string} email @property {string} document @property {string} position
 * @property {keyof typeof positions} department @property {string} hired date @property {number} salary in pesos
 */

/** Invents 40 employees; the names do not repeat. @param {Random} random @returns {Employee[]} */
export function generateEmployees({ pick, between }) {
  const last = lastNames.split(',')
  return firstNames.split(',').map((first, index) => {
    const surnames = [last[index % last.length], last[(index * 7 + 3) % last.length]]
    const name = [first, ...surnames].join(' ')
    const department = pick(/** @type {(keyof typeof positions)[]} */ (Object.keys(positions)))
    return {
      name,
      email: `${toEmailPart(first)}.${toEmailPart(surnames[0] ?? '')}@ejemplo.com`,
      document: String(index % 3 ? between(1_000_000_000, 1_100_000_000) : between(20_000_000, 80_000_000)),
      position: pick(positions[department]),
      department,
      hired: `${between(2012, 2025)}-${padTwoDigits(between(1, 12))}-${padTwoDigits(between(1, 28))}`,
      salary: between(16, 90) * 100_000,
    }
  })
}

/**
 * Converts a name for use in an email address: «Íñigo Peña» → `inigo.pena`.
 * @param {string} name
 */
const toEmailPart = (name) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
/**
 * Formats a number with two digits: 7 → `07`.
 * @param {number} value
 */
const padTwoDigits = (value) => String(value).padStart(2, '0')
