/** Pairs of consonants that begin a syllable together, and letters of two signs. */
const joined = /^(?:[bcdfgkptv][lr]|ll|rr|ch|qu)$/
const isVowel = (letter: string | undefined) => letter !== undefined && 'aeiouáéíóúü'.includes(letter)

/**
 * Where a word of Spanish prose may be parted, by its syllables: two letters stay before a break and three go after it. Never between vowels,
 * nor where only its sense tells the syllable (sub-rayar), and no word with a capital, a figure or a sign inside: it may be a name.
 */
export function breaksOf(text: string): number[] {
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
      const start = at - (consonants > 1 && joined.test(word.slice(at - 2, at)) ? 2 : 1)
      if (start >= 2 && word.length - start >= 3 && isClear(word, start, consonants)) breaks.push(from + start)
    }
    vowel = at
  }
  return breaks
}

function isClear(word: string, start: number, consonants: number) {
  if (word[start] === 'h' && consonants === 1) return false
  return !(start < 4 && /^sub[lr]/.test(word)) && !(consonants === 2 && /^tl/.test(word.slice(start - 1)))
}
