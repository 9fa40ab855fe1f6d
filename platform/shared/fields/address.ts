import { plainCharacters } from '../pasted-text'

export const addressParts = ['line1', 'line2', 'city', 'region', 'postalCode', 'country'] as const
export type AddressPart = (typeof addressParts)[number]
export type Address = { [Part in AddressPart]?: string | undefined }
export type TypedAddress = Record<AddressPart, string>

export const everyPart = <Value>(value: Value) =>
  Object.fromEntries(addressParts.map((part) => [part, value])) as Record<AddressPart, Value>

export const noAddress: TypedAddress = everyPart('')
/** An address is merged as a whole, because halves of two addresses are not a place. */
export const addressMergeLabels = everyPart('Address')

/** Returns the trimmed parts of the address without the other fields of the form. */
export const addressOf = (values: TypedAddress): TypedAddress =>
  Object.fromEntries(addressParts.map((part) => [part, values[part].trim()])) as TypedAddress

/** Returns the stored form of a typed postal code: ASCII digits, capitals, single spaces, without the Japanese mark. */
export const tidyPostalCode = (typed: string) =>
  plainCharacters(typed.replace(/^\s*〒/, ''))
    .trim()
    .replaceAll(/\s+/g, ' ')
    .toUpperCase()
