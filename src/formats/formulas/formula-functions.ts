/** Functions of formulas. `usage`: example of a call, with argument names. */
export const formulaFunctions = [
  { name: 'enLetras', usage: 'enLetras(monto) o enLetras(monto, moneda)', detail: 'Monto en palabras' },
  { name: 'fechaEnLetras', usage: 'fechaEnLetras(fecha)', detail: 'Fecha en palabras' },
  { name: 'diasEntre', usage: 'diasEntre(inicio, fin)', detail: 'Días de una fecha a otra' },
  { name: 'suma', usage: 'suma(tabla.columna)', detail: 'Suma de una columna' },
] as const
