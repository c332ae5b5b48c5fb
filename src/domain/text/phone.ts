import type { Country } from '../settings/country.ts'

interface Plan {
  code: string
  /** National numbers as they follow the country's code. */
  national: RegExp
  /** What people write before it inside the country. */
  trunk?: RegExp
  groups: readonly number[]
}

const plans = {
  AR: { code: '54', national: /^(9[1-9]\d{9}|[1-9]\d{9})$/, trunk: /^0/, groups: [2, 4, 4] },
  CL: { code: '56', national: /^[2-9]\d{8}$/, trunk: /^0/, groups: [1, 4, 4] },
  CO: { code: '57', national: /^(3\d{9}|60[1-8]\d{7})$/, groups: [3, 3, 4] },
  EC: { code: '593', national: /^(9\d{8}|[2-7]\d{7})$/, trunk: /^0/, groups: [2, 3, 4] },
  MX: { code: '52', national: /^[2-9]\d{9}$/, trunk: /^(1|01|04[45])(?=\d{10}$)/, groups: [2, 4, 4] },
  PE: { code: '51', national: /^(9\d{8}|[14-8]\d{7})$/, trunk: /^0/, groups: [3, 3, 3] },
} as const satisfies Record<Country, Plan>
const all: readonly Plan[] = Object.values(plans)

/** E.164 (`+573001234567`) from what a person of a country types; null when no such number can be called. */
export function phoneOf(typed: string, country: string): string | null {
  const text = typed.trim().replace(/^\((\+\d{1,3})\)/, '$1')
  if (text.length > 40 || !/^\+?[\d\s().\-–/]+$/.test(text)) return null
  const digits = text.replace(/\D/g, '')
  if (text.startsWith('+')) return abroad(digits)
  if (digits.startsWith('00')) return abroad(digits.slice(2))
  const plan: Plan | undefined = Object.hasOwn(plans, country) ? plans[country as Country] : undefined
  if (plan === undefined) return null
  return within(plan, digits) ?? (digits.startsWith(plan.code) ? within(plan, digits.slice(plan.code.length)) : null)
}

function within(plan: Plan, digits: string): string | null {
  const national = mobileOfArgentina(plan, plan.trunk === undefined ? digits : digits.replace(plan.trunk, ''))
  return plan.national.test(national) ? `+${plan.code}${national}` : null
}

/** Inside Argentina a mobile is written «area 15 number», from abroad «9 area number». */
function mobileOfArgentina(plan: Plan, digits: string): string {
  if (plan !== plans.AR || digits.length !== 12) return digits
  return digits.replace(/^(11|[23]\d{2}|[23]\d{3})15(?=\d{6,8}$)/, '9$1')
}

function abroad(digits: string): string | null {
  const plan = all.find(({ code }) => digits.startsWith(code))
  if (plan !== undefined) return within(plan, digits.slice(plan.code.length))
  return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : null
}

/** «+57 300 123 4567»; a number of a country not known here as it is kept. */
export function printPhone(phone: string): string {
  const plan = all.find(
    ({ code, national }) => phone.startsWith(`+${code}`) && national.test(phone.slice(code.length + 1)),
  )
  if (plan === undefined) return phone
  let rest = phone.slice(plan.code.length + 1)
  const parts: string[] = []
  for (const size of [...plan.groups].reverse()) {
    if (rest === '') break
    parts.unshift(rest.slice(-size))
    rest = rest.slice(0, -size)
  }
  return [`+${plan.code}`, rest, ...parts].filter((part) => part !== '').join(' ')
}
