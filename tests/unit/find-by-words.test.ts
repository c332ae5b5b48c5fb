import { describe, expect, it } from 'vitest'
import { findByWords } from '../../src/lib/find-by-words.ts'

const commands = [
  { label: 'Solicitudes' },
  { label: 'Nueva solicitud' },
  { label: 'Nueva solicitud: Constancia de estudios', words: 'CE' },
  { label: 'Ajustes › Historial', words: 'auditoría eventos' },
  { label: 'Cerrar sesión', words: 'salir' },
]
const found = (text: string) => findByWords(commands, text).map(({ label }) => label)

describe('find by words', () => {
  it('ignores case and accents', () => {
    expect(found('SESION')).toEqual(['Cerrar sesión'])
    expect(found('auditoria')).toEqual(['Ajustes › Historial'])
    expect(found('sesión')).toEqual(['Cerrar sesión'])
  })

  it('puts labels that start with the text first, then starts of words', () => {
    expect(found('soli')).toEqual(['Solicitudes', 'Nueva solicitud', 'Nueva solicitud: Constancia de estudios'])
    expect(found('historial')).toEqual(['Ajustes › Historial'])
  })

  it('needs every word, in any order', () => {
    expect(found('constancia nueva')).toEqual(['Nueva solicitud: Constancia de estudios'])
    expect(found('nueva ce')).toEqual(['Nueva solicitud: Constancia de estudios'])
    expect(found('nueva sesión')).toEqual([])
  })
})
