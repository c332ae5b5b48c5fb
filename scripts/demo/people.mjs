/** @import { Random } from './random.mjs' */

const firstNames =
  'Adriana,Alejandro,Andrea,Beatriz,Camilo,Carolina,César,Claudia,Daniela,Diego,Eliana,Esteban,Fabián,Gloria,Hernán,Inés,Iván,Jimena,Jorge,Juliana,Laura,Leonardo,Lina,Marcela,Mauricio,Mónica,Natalia,Óscar,Paola,Rafael,Ricardo,Rocío,Sandra,Santiago,Sofía,Tatiana,Tomás,Verónica,Víctor,Ximena'
const lastNames =
  'Acevedo,Arango,Bedoya,Cárdenas,Castaño,Duarte,Echeverri,Forero,Galvis,Hincapié,Ibáñez,Jaramillo,Lozano,Muñoz,Narváez,Ospina,Peña,Quintero,Restrepo,Suárez'
// Positions without gender, because they are combined with any name.
const positions = {
  'Talento Humano': ['Analista de nómina', 'Auxiliar de selección', 'Asistente de bienestar'],
  Compras: ['Analista de compras', 'Auxiliar de almacén'],
  Finanzas: ['Analista contable', 'Auxiliar de tesorería', 'Auxiliar de cartera'],
  Operaciones: ['Auxiliar de producción', 'Analista de calidad', 'Asistente de mantenimiento', 'Auxiliar de despachos'],
  Comercial: ['Representante de ventas', 'Asistente comercial', 'Analista de mercadeo'],
  Sistemas: ['Analista de soporte', 'Analista de desarrollo'],
}
/**
 * Positions of the first employees: the approvers, and the person who hands over equipment.
 * @type {[position: string, department: keyof typeof positions][]}
 */
const fixedPositions = [
  ['Gerente de Operaciones', 'Operaciones'],
  ['Gerente de Talento Humano', 'Talento Humano'],
  ['Gerente Comercial', 'Comercial'],
  ['Especialista en compras', 'Compras'],
  ['Analista de compras', 'Compras'],
  ['Gerente de Finanzas', 'Finanzas'],
  ['Especialista en tesorería', 'Finanzas'],
  ['Analista de soporte', 'Sistemas'],
]

/**
 * @typedef {object} Employee
 * @property {string} name @property {string} email @property {string} document @property {string} position
 * @property {keyof typeof positions} department @property {string} hired date @property {number} salary in pesos
 * @property {string} chief name of the manager who decides the employee's leaves
 */

/** Invents 40 employees; the names do not repeat. @param {Random} random @returns {Employee[]} */
export function generateEmployees({ pick, between }) {
  const last = lastNames.split(',')
  const names = firstNames
    .split(',')
    .map((first, index) => [first, last[index % last.length] ?? '', last[(index * 7 + 3) % last.length] ?? ''])
  return names.map((parts, index) => {
    const [first = '', surname = ''] = parts
    const someDepartment = pick(/** @type {(keyof typeof positions)[]} */ (Object.keys(positions)))
    const [position, department] = fixedPositions[index] ?? [pick(positions[someDepartment]), someDepartment]
    return {
      name: parts.join(' '),
      email: `${toEmailPart(first)}.${toEmailPart(surname)}@ejemplo.com`,
      document: String(index % 3 ? between(1_000_000_000, 1_100_000_000) : between(20_000_000, 80_000_000)),
      position,
      department,
      hired: `${between(2012, 2025)}-${padTwoDigits(between(1, 12))}-${padTwoDigits(between(1, 28))}`,
      salary: (/^(Gerente|Especialista)/.test(position) ? between(70, 140) : between(18, 60)) * 100_000,
      chief: names[index === 0 ? 1 : index % 3 === 2 ? 2 : 0]?.join(' ') ?? '',
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
