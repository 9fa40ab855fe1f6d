/** Languages in which country names are recognized. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl']
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

/** A former code resolves to its successor's name, so only codes in use are listed. */
const isInUse = (code: string) => new Intl.Locale(`und-${code}`).region === code

function readNames(): Map<string, string> {
  const names = new Map<string, string>()
  const codes = [...letters].flatMap((one) => [...letters].map((other) => one + other)).filter(isInUse)
  for (const language of languages) {
    const regions = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of codes) {
      const name = regions.of(code)
      if (name === undefined) continue
      names.set(code, code)
      names.set(nameKey(name), code)
    }
  }
  for (const [name, code] of Object.entries(otherNames)) names.set(name, code)
  return names
}

/** Returns the ISO code of a typed country: a code, or a name in a common language. */
export function countryCodeOf(country: string): string | undefined {
  const key = nameKey(country)
  if (key === '') return undefined
  codeOfName ??= readNames()
  return codeOfName.get(key)
}
