import type { Country } from '../settings/country.ts'

interface NumberingPlan {
  code: string
  /** Pattern of a national number, i.e. the digits after the country code. */
  national: RegExp
  /** Pattern of the trunk prefix, which is dialled only inside the country. */
  trunk?: RegExp
  groups: readonly number[]
}

const numberingPlans = {
  AR: { code: '54', national: /^(9[1-9]\d{9}|[1-9]\d{9})$/, trunk: /^0/, groups: [2, 4, 4] },
  CL: { code: '56', national: /^[2-9]\d{8}$/, trunk: /^0/, groups: [1, 4, 4] },
  CO: { code: '57', national: /^(3\d{9}|60[1-8]\d{7})$/, groups: [3, 3, 4] },
  EC: { code: '593', national: /^(9\d{8}|[2-7]\d{7})$/, trunk: /^0/, groups: [2, 3, 4] },
  MX: { code: '52', national: /^[2-9]\d{9}$/, trunk: /^(1|01|04[45])(?=\d{10}$)/, groups: [2, 4, 4] },
  PE: { code: '51', national: /^(9\d{8}|[14-8]\d{7})$/, trunk: /^0/, groups: [3, 3, 3] },
} as const satisfies Record<Country, NumberingPlan>
const all: readonly NumberingPlan[] = Object.values(numberingPlans)

/**
 * Parses a phone number typed in a country to E.164: `300 123 4567` in `CO` → `+573001234567`. Returns `null` if the
 * number is invalid.
 */
export function parsePhone(typed: string, country: string): string | null {
  const text = typed.trim().replace(/^\((\+\d{1,3})\)/, '$1')
  if (text.length > 40 || !/^\+?[\d\s().\-–/]+$/.test(text)) return null
  const digits = text.replace(/\D/g, '')
  if (text.startsWith('+')) return parseInternational(digits)
  if (digits.startsWith('00')) return parseInternational(digits.slice(2))
  const plan: NumberingPlan | undefined = Object.hasOwn(numberingPlans, country)
    ? numberingPlans[country as Country]
    : undefined
  if (plan === undefined) return null
  return (
    parseNational(plan, digits) ??
    (digits.startsWith(plan.code) ? parseNational(plan, digits.slice(plan.code.length)) : null)
  )
}

function parseNational(plan: NumberingPlan, digits: string): string | null {
  const national = mobileOfArgentina(plan, plan.trunk === undefined ? digits : digits.replace(plan.trunk, ''))
  return plan.national.test(national) ? `+${plan.code}${national}` : null
}

/** Converts an Argentine mobile number from national form («area 15 number») to international form («9 area number»). */
function mobileOfArgentina(plan: NumberingPlan, digits: string): string {
  if (plan !== numberingPlans.AR || digits.length !== 12) return digits
  return digits.replace(/^(11|[23]\d{2}|[23]\d{3})15(?=\d{6,8}$)/, '9$1')
}

function parseInternational(digits: string): string | null {
  const plan = all.find(({ code }) => digits.startsWith(code))
  if (plan !== undefined) return parseNational(plan, digits.slice(plan.code.length))
  return /^[1-9]\d{7,14}$/.test(digits) ? `+${digits}` : null
}

/**
 * Formats an E.164 number: `+573001234567` → «+57 300 123 4567». Numbers of unsupported countries are returned
 * unchanged.
 */
export function formatPhone(phone: string): string {
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
