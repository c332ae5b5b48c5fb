/** Visible labels of the settings, in the order of their pages. */
export const settingLabels = {
  organisationName: 'Nombre de la organización',
  organisationId: 'NIT o identificación',
  address: 'Dirección',
  city: 'Ciudad',
  phone: 'Teléfono',
  web: 'Página web',
  country: 'País',
  timeZone: 'Zona horaria',
  logo: 'Logo',
  registration: 'Registro de usuarios',
  allowedDomains: 'Dominios de correo permitidos',
  pageSize: 'Tamaño del papel',
  pageMargins: 'Márgenes',
  pageCountry: 'Números y fechas como en',
  pageRagged: 'Párrafos',
} as const
export type SettingName = keyof typeof settingLabels
