const written = new Intl.NumberFormat('es-CO')

/** «1.234» */
export const numberOf = (count: number) => written.format(count)

/** «1 solicitud», «1.234 solicitudes» */
export const countOf = (count: number, one: string, many: string) =>
  `${written.format(count)} ${count === 1 ? one : many}`
