import { FormatError } from './errors'
import type { RawValue } from './raw-value'
import { createJsonReader } from './json-reader'

/** Only these texts need the slower reader: a double holds shorter numbers exactly. */
const longNumber = /\d{16}/

/** A text that is one value, its long numbers as they are. Throws where it is none. */
export function parseJson(text: string): RawValue {
  return longNumber.test(text) ? exactly(text) : (JSON.parse(text) as RawValue)
}

function exactly(text: string): RawValue {
  const found: RawValue[] = []
  const reader = createJsonReader({
    opens: (path) => path.length === 0,
    value: (_path, value) => void found.push(value),
    end() {},
  })
  reader.write(Buffer.from(`[${text}]`))
  reader.close()
  const [value, ...others] = found
  if (value === undefined || others.length > 0) throw new FormatError('damaged', null)
  return value
}
