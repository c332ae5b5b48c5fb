/** Countries whose phones, identity documents and way to write figures are known here. */
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
