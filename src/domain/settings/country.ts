/** Countries whose phone numbers, identity documents and number notation are supported. */
export const countries = {
  AR: 'Argentina',
  CL: 'Chile',
  CO: 'Colombia',
  EC: 'Ecuador',
  MX: 'México',
  PE: 'Perú',
} as const
/** Time zones besides the main one of their country; a key starts with the code of the country. */
export const timeZones = {
  'CL-MAG': 'Magallanes',
  'CL-PAS': 'Isla de Pascua',
  'EC-GAL': 'Galápagos',
  'MX-NOR': 'Noroeste (Baja California)',
  'MX-PAC': 'Pacífico (Sinaloa, Sonora, Nayarit, Baja California Sur)',
  'MX-SUR': 'Sureste (Quintana Roo)',
} as const
export const timeZoneCodes = Object.keys(timeZones) as [keyof typeof timeZones, ...(keyof typeof timeZones)[]]

export type Country = keyof typeof countries
export const countryCodes = Object.keys(countries) as [Country, ...Country[]]
