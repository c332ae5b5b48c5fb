/** Countries whose phone numbers, identity documents and number notation are supported. */
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
