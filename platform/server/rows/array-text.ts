/** Signs that mean nothing within an array, so that a value of these alone needs no quotes. */
const plain = /^[\w.:+@/-]+$/
const isWordForNothing = (text: string) => text.length === 4 && text.toLowerCase() === 'null'

/**
 * An array of one column as PostgreSQL reads it: `{a,b,NULL}`. The driver's own way puts quotes around each value and looks
 * through it twice, which for a thousand rows of ten columns is a good part of sending them. Values are what
 * `mapToDriverValue` makes: text, numbers, booleans, or null.
 */
export function arrayText(values: readonly unknown[]): string {
  return `{${values.map(elementText).join(',')}}`
}

function elementText(value: unknown): string {
  if (value === null || value === undefined) return 'NULL'
  const text = textOf(value)
  if (plain.test(text) && !isWordForNothing(text)) return text
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return `${value}`
  throw new TypeError(`An array holds no ${typeof value}`)
}
