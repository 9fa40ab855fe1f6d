/** JSON as it stands in a file: whole numbers beyond what a double holds exactly are kept as they are. */
export type RawValue = null | boolean | number | bigint | string | RawValue[] | RawMap
export type RawMap = { [name: string]: RawValue }

export const isRawMap = (value: RawValue | undefined): value is RawMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function rawNumber(text: string): number | bigint {
  const value = Number(text)
  return Number.isInteger(value) && !Number.isSafeInteger(value) && /^-?\d+$/.test(text) ? BigInt(text) : value
}
