/** Countries with supported phone numbers, identity documents and number notation. */
export const countries = {
  AR: 'Argentina',
  CL: 'Chile',
  CO: 'Colombia',
  EC: 'Ecuador',
  MX: 'México',
  PE: 'Perú',
} as const
export type Country = keyof typeof countries
export const countryCodes = Object.keys(countries) as [Country, ...Country[]]
