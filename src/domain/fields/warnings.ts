/** Warnings for cells that are valid but that the user should review. They never prevent a submission. */
export const warningMessages = {
  hidden: 'Este dato no aplica según las otras respuestas: se descartó.',
  century: 'El año tenía dos cifras: revise el siglo.',
  time: 'La hora se descartó: aquí va solo la fecha.',
  monthFirst: 'Otra fecha de esta fila traía primero el mes: revise si aquí también.',
  separator: 'El punto o la coma podían leerse de dos maneras: revise el número.',
  fraction: 'Se leyó como menos del 1 %. ¿Quería decir cien veces más?',
  zeros: '¿Faltan ceros a la izquierda?',
  checkDigit: 'La última cifra se leyó como dígito de verificación.',
  merged: 'El valor venía de celdas combinadas: revíselo.',
  displayed: 'La celda tenía una fecha: se usó el texto visible.',
  filled: 'Faltaba en la fila: se completó con el valor inicial, como dice el formato.',
  short: 'A la fila le faltaban datos al final: quedaron vacíos.',
} as const satisfies Record<string, string>
export type WarningCode = keyof typeof warningMessages
