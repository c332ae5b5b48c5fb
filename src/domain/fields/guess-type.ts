import type { FieldType, IdDocumentKind } from './field-types.ts'

interface TypeGuess {
  type: FieldType
  kinds?: IdDocumentKind[]
}

interface TypePattern extends TypeGuess {
  test: RegExp
}

/** Field types by words of a label, e.g. «fecha» → date. */
const typesByLabel: readonly TypePattern[] = [
  { test: /\bnit\b/iu, type: 'idDocument', kinds: ['NIT'] },
  { test: /extranjer[ií]a/iu, type: 'idDocument', kinds: ['CE'] },
  { test: /lugar|ciudad|expedi/iu, type: 'text' },
  {
    test: /c[eé]dula|\bc\.? ?c\.?\b|documento de identi|identificaci[oó]n/iu,
    type: 'idDocument',
    kinds: ['CC', 'CE'],
  },
  { test: /correo|e-?mail/iu, type: 'email' },
  { test: /tel[eé]fono|celular|m[oó]vil/iu, type: 'phone' },
  { test: /\bfecha\b|\bd[ií]a de\b/iu, type: 'date' },
  { test: /salario|sueldo|valor|monto|precio|honorarios|canon|cuant[ií]a/iu, type: 'money' },
  { test: /porcentaje/iu, type: 'percent' },
  { test: /objeto|descripci[oó]n|observaciones|motivo|actividades|obligaciones/iu, type: 'longText' },
]

/** Guesses the type of a field from the words of its label; `undefined` if they indicate no type: «Correo del cliente» → `email`. */
export function guessFieldType(label: string): TypeGuess | undefined {
  const known = typesByLabel.find(({ test }) => test.test(label))
  return known && { type: known.type, ...(known.kinds && { kinds: known.kinds }) }
}
