const parameters = { base: 36, leastThreshold: 1, mostThreshold: 26, skew: 38, damp: 700, firstBias: 72 } as const
const firstCode = 0x80
const lastCode = 0x10_ff_ff

/** Decodes a label after "xn--" by RFC 3492. Returns undefined if it is malformed. */
function decodePunycode(encoded: string) {
  const { base, leastThreshold, mostThreshold, firstBias } = parameters
  const end = encoded.lastIndexOf('-')
  const codes = Array.from(encoded.slice(0, Math.max(end, 0)), (sign) => sign.charCodeAt(0))
  let [at, code, index, bias] = [end + 1, firstCode, 0, firstBias as number]
  while (at < encoded.length) {
    const before = index
    for (let weight = 1, k: number = base; ; k += base) {
      const digit = digitOf(encoded.charCodeAt(at))
      at += 1
      if (digit === undefined) return undefined
      index += digit * weight
      const threshold = Math.min(Math.max(k - bias, leastThreshold), mostThreshold)
      if (digit < threshold) break
      weight *= base - threshold
      if (weight > Number.MAX_SAFE_INTEGER / base) return undefined
    }
    const length = codes.length + 1
    bias = nextBias(index - before, length, before === 0)
    code += Math.floor(index / length)
    if (code > lastCode) return undefined
    index %= length
    codes.splice(index, 0, code)
    index += 1
  }
  return String.fromCodePoint(...codes)
}

function digitOf(code: number) {
  if (code >= 0x30 && code <= 0x39) return code - 0x30 + 26
  return code >= 0x61 && code <= 0x7a ? code - 0x61 : undefined
}

function nextBias(delta: number, length: number, isFirst: boolean) {
  const { base, leastThreshold, mostThreshold, skew, damp } = parameters
  let rest = Math.floor(delta / (isFirst ? damp : 2))
  rest += Math.floor(rest / length)
  let k = 0
  for (; rest > ((base - leastThreshold) * mostThreshold) / 2; k += base)
    rest = Math.floor(rest / (base - leastThreshold))
  return k + Math.floor(((base - leastThreshold + 1) * rest) / (rest + skew))
}

/** Scripts that are written together. A label of any other mixture may imitate another one. */
const together = [
  /^[\p{scx=Latin}\d-]+$/u,
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}a-z\d-]+$/u,
  /^[\p{scx=Han}\p{scx=Hangul}a-z\d-]+$/u,
  /^[\p{scx=Han}\p{scx=Bopomofo}a-z\d-]+$/u,
]
const single = [
  'Arabic Armenian Bengali Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Hebrew Kannada Khmer Lao',
  'Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan',
]
  .join(' ')
  .split(' ')
  .map((script) => new RegExp(`^[\\p{scx=${script}}\\d\\u200C\\u200D-]+$`, 'u'))

/** Cyrillic and Greek letters that look like Latin ones: a label of these alone is shown in its ASCII form. */
const lookalikes = /^[асԁеһіјӏорԛѕԝхуѵүґвкмнтьαοορνυικτχ\d-]+$/u

const decodedLabel = (label: string) => (label.startsWith('xn--') ? decodePunycode(label.slice(4)) : undefined)

function readableLabel(label: string) {
  const decoded = decodedLabel(label)
  if (decoded === undefined || lookalikes.test(decoded)) return label
  return [...together, ...single].some((shape) => shape.test(decoded)) ? decoded : label
}

/** Returns "müller.de" for "xn--mller-kva.de". A label that could imitate another one stays in its ASCII form. */
export const readableDomain = (domain: string) => domain.split('.').map(readableLabel).join('.')

/** Registries refuse labels that mix Latin with Cyrillic, Greek or Armenian letters, which look alike. */
const mixesScripts = (label: string) =>
  /\p{sc=Latin}/u.test(label) && /[\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Armenian}]/u.test(label)

/** Returns true for a domain in ASCII form such as "xn--tes-bfd", which is "tes" with a Cyrillic letter. */
export const hasMixedScripts = (domain: string) =>
  domain.split('.').some((label) => mixesScripts(decodedLabel(label) ?? ''))
