import { expect, test } from 'vitest'
import { findHyphenationPoints } from '../../src/domain/documents/layout/hyphenation.ts'

function parted(text: string) {
  return [0, ...findHyphenationPoints(text)].map((from, index, all) => text.slice(from, all[index + 1])).join('·')
}

test.each([
  'pres·ta·ción',
  'oto·rri·no·la·rin·go·lo·gía',
  'sub·di·rec·ción',
  'cons·truc·ción',
  'ins·cri·bir',
  'ca·rre·tera',
  'ca·lle·juela',
  'mu·cha·cho',
  'es·quema',
  'se·gui·miento',
  'des·ha·cer',
  'pin·güino',
  'ac·ción',
  'in·nato',
  'abs·tracto',
  'aho·rrar',
  'subra·yar',
  'com·pa·ñía,',
  '«cláu·sula».',
])('hyphenates %s', (word) => {
  expect(parted(word.replaceAll('·', ''))).toBe(word)
})

test.each(['hora', 'María', 'NIT', 'sublime', 'atleta', 'ana@uno.co', '2.500.000', 'idea', 'oeste', 'x', ''])(
  'does not hyphenate «%s»',
  (word) => {
    expect(findHyphenationPoints(word)).toEqual([])
  },
)
