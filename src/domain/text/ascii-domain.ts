const maxDelta = 0x7fffffff
const isAscii = (text: string) => /^[\0-\x7f]*$/.test(text)

/** Encodes the domain of an email address for mail servers (RFC 3492): `ana@peña.co` → `ana@xn--pea-8ma.co`. Browsers do the same in email inputs. */
export function toAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const labels = address.slice(at).normalize('NFC').toLowerCase().split('.')
  if (at === 0 || labels.every(isAscii)) return address
  return address.slice(0, at) + labels.map((label) => (isAscii(label) ? label : `xn--${encodeLabel(label)}`)).join('.')
}

/** Encodes a label with Punycode: its ASCII letters, then each other letter and its position as one number. */
function encodeLabel(label: string): string {
  const codes = [...label].map((letter) => letter.codePointAt(0) ?? 0)
  const basic = codes.filter((code) => code < 128)
  let output = String.fromCharCode(...basic) + (basic.length ? '-' : '')
  let [next, delta, bias] = [128, 0, 72]
  for (let handled = basic.length; handled < codes.length; delta++, next++) {
    const code = Math.min(...codes.filter((each) => each >= next))
    delta = Math.min(maxDelta, delta + (code - next) * (handled + 1))
    next = code
    for (const each of codes) {
      if (each < next) delta++
      if (each !== next) continue
      output += encodeNumber(delta, bias)
      bias = adaptBias(delta, handled + 1, handled === basic.length)
      delta = 0
      handled++
    }
  }
  return output
}

const toDigit = (value: number) => 'abcdefghijklmnopqrstuvwxyz0123456789'[value] ?? ''

function encodeNumber(delta: number, bias: number): string {
  let digits = ''
  for (let place = 36; ; place += 36) {
    const threshold = Math.max(1, Math.min(26, place - bias))
    if (delta < threshold) return digits + toDigit(delta)
    digits += toDigit(threshold + ((delta - threshold) % (36 - threshold)))
    delta = Math.floor((delta - threshold) / (36 - threshold))
  }
}

function adaptBias(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / count)
  let bias = 0
  for (; rest > 455; bias += 36) rest = Math.floor(rest / 35)
  return bias + Math.floor((36 * rest) / (rest + 38))
}
