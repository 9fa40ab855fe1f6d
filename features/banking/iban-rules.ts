/** Lengths by country from the SWIFT IBAN registry of 2025. S marks the SEPA area. */
const registry =
  'AD24S AE23 AL28S AT20S AZ28 BA20 BE16S BG22S BH22 BI27 BR29 BY28 CH21S CR22 CY28S CZ24S DE22S DJ27 DK18S DO28 EE20S ' +
  'EG29 ES24S FI18S FK18 FO18 FR27S GB22S GE22 GI23S GL18 GR27S GT28 HN28 HR21S HU28S IE22S IL23 IQ23 IS26S IT27S JO30 ' +
  'KW30 KZ20 LB28 LC32 LI21S LT20S LU20S LV21S LY25 MC27S MD24S ME22S MK19S MN20 MR27 MT31S MU30 NI28 NL18S NO15S OM23 ' +
  'PK24 PL28S PS29 PT25S QA29 RO24S RS22S RU33 SA24 SC31 SD18 SE24S SI19S SK24S SM27S SO23 ST25 SV28 TL23 TN24 TR26 ' +
  'UA29 VA22S VG24 XK20 YE30'

const countries = new Map(
  registry
    .split(' ')
    .map((entry) => [entry.slice(0, 2), { length: Number(entry.slice(2, 4)), isSepa: entry.endsWith('S') }]),
)

/** Two letters, then two check digits; national account numbers do not start like this. */
export const looksLikeIban = (number: string) => /^[A-Z]{2}[\dO]{2}[\dA-Z]/.test(number)

export type IbanError = 'LENGTH' | 'CHECK_DIGITS'

/** Returns the fault of a normalized IBAN, or null. Countries outside the registry get no length check. */
export function ibanError(iban: string): IbanError | null {
  const country = countries.get(iban.slice(0, 2))
  if (country && country.length !== iban.length) return 'LENGTH'
  return /^[A-Z]{2}\d{2}[\dA-Z]+$/.test(iban) && remainder97(iban.slice(4) + iban.slice(0, 4)) === 1
    ? null
    : 'CHECK_DIGITS'
}

export const isSepaIban = (iban: string) => countries.get(iban.slice(0, 2))?.isSepa === true

/** ISO 7064 modulo 97-10. Letters count from A = 10 to Z = 35. */
const remainder97 = (text: string) =>
  [...text].reduce((rest, character) => {
    const value = Number.parseInt(character, 36)
    return (rest * (value > 9 ? 100 : 10) + value) % 97
  }, 0)
