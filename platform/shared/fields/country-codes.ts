/** Languages in which country names are recognized. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'hu', 'ar', 'ja', 'ko', 'zh']
const otherNames = {
  UK: 'GB',
  ENGLAND: 'GB',
  SCOTLAND: 'GB',
  WALES: 'GB',
  'GREAT BRITAIN': 'GB',
  USA: 'US',
  'U.S.A.': 'US',
  'U.S.': 'US',
} as const
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

let codeOfName: Map<string, string> | undefined

const nameKey = (name: string) => name.normalize('NFKC').trim().toLocaleUpperCase('en-US')

const englishNames = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
/** A former code resolves to its successor's name, so only codes in use are listed. */
const isInUse = (code: string) => englishNames.of(code) && new Intl.Locale(`und-${code}`).region === code

function readNames() {
  const codes = [...letters].flatMap((one) => [...letters].map((other) => one + other)).filter(isInUse)
  const names = new Map(codes.map((code) => [code, code]))
  for (const language of languages) {
    const regions = new Intl.DisplayNames([language], { type: 'region' })
    for (const code of codes) names.set(nameKey(regions.of(code) ?? code), code)
  }
  for (const [name, code] of Object.entries(otherNames)) names.set(name, code)
  return names
}

/** Returns the English name of an ISO code. */
export const countryNameOf = (code: string) => (englishNames.of(code) ?? code).replace(/ SAR China$/, '')

/** Returns the ISO code of a typed country: a code, or a name in a common language. */
export function countryCodeOf(country: string): string | undefined {
  const key = nameKey(country)
  if (key === '') return undefined
  codeOfName ??= readNames()
  return codeOfName.get(key)
}
