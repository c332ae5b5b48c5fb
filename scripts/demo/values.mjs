import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @import { Random } from './random.mjs' */

/**
 * @typedef {object} Employee
 * @property {string} name @property {string} email @property {string} document @property {string} position
 * @property {string} department @property {string} hired date @property {number} salary in pesos
 * @property {string} chief name of the manager who decides the employee's leaves
 */

/**
 * @typedef {object} RequestKind Requests of one format
 * @property {string} code of the format @property {number} weight percentage of all requests
 * @property {Record<'return' | 'reject', string>} reasons
 * @property {Record<string, unknown>} common values of all requests @property {Record<string, unknown>[]} variants other values
 */

/** @param {string} name */
const readJson = (name) => JSON.parse(readFileSync(join(import.meta.dirname, name), 'utf8'))

/** Employees; the first are the approvers, and the person who hands over equipment. @type {Employee[]} */
export const demoEmployees = readJson('employees.json')

/** @type {RequestKind[]} */
export const demoRequestKinds = readJson('requests.json')

export const demoOrganisation = {
  organisationName: 'Comercial Andina S. A. S.',
  organisationId: '900123456-8',
  address: 'Calle 72 N.º 10-34',
  city: 'Bogotá D. C.',
  phone: '+576013456789',
  web: 'https://www.ejemplo.com',
}

/**
 * Returns the values of a request: `{name}` becomes a property of the employee, `{day+5}` the fifth day after `day`.
 * @param {RequestKind} kind @param {Employee} who @param {string} day @param {Random} random
 * @returns {Record<string, unknown>}
 */
export function createDemoValues({ common, variants }, who, day, { pick }) {
  const texts = JSON.stringify({ ...common, ...pick(variants) })
  return JSON.parse(
    texts.replace(/\{(\w+)(?:\+(\d+))?\}/g, (_, name, days = 0) =>
      name === 'day' ? addDays(day, Number(days)) : String(who[/** @type {keyof Employee} */ (name)]),
    ),
  )
}

/**
 * Adds days to a day.
 * @param {string} day
 * @param {number} days
 */
const addDays = (day, days) => new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
