/** Consonant pairs that belong to the same syllable: «bl», «tr», and digraphs such as «ch». */
const inseparablePattern = /^(?:[bcdfgkptv][lr]|ll|rr|ch|qu)$/
const isVowel = (letter: string | undefined) => letter !== undefined && 'aeiouáéíóúü'.includes(letter)

/**
 * Returns the hyphenation points of a Spanish word, by syllables. At least two letters precede a point, and three follow it. Excludes points between
 * vowels, and points that depend on the meaning of the word (sub-rayar). Returns none for words with capitals, digits or symbols, because they may be
 * names.
 */
export function findHyphenationPoints(text: string): number[] {
  const found = /^[¿¡«“"(]*([a-záéíóúüñ]{5,})[.,;:?!»”")]*$/.exec(text)
  if (!found?.[1]) return []
  const word = found[1]
  const from = text.indexOf(word)
  const breaks: number[] = []
  let vowel = -1
  for (let at = 0; at < word.length; at++) {
    if (!isVowel(word[at])) continue
    const consonants = at - vowel - 1
    if (vowel >= 0 && consonants > 0) {
      const start = at - (consonants > 1 && inseparablePattern.test(word.slice(at - 2, at)) ? 2 : 1)
      if (start >= 2 && word.length - start >= 3 && isUnambiguous(word, start, consonants)) breaks.push(from + start)
    }
    vowel = at
  }
  return breaks
}

function isUnambiguous(word: string, start: number, consonants: number) {
  if (word[start] === 'h' && consonants === 1) return false
  return !(start < 4 && /^sub[lr]/.test(word)) && !(consonants === 2 && /^tl/.test(word.slice(start - 1)))
}
