import fc from 'fast-check'
import { createHash } from 'node:crypto'
import { malformedBodies } from './malformed-bodies'

export type Sent = { path: string; method: string; headers?: Record<string, string>; body?: string | Buffer }

/** Bytes that an address may bear; `%` begins what is no character. */
const part = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => encodeURIComponent(text)),
  fc.constantFrom(
    '',
    '%00',
    '%',
    '%zz',
    '%ff',
    '..%2f..%2fetc%2fpasswd',
    '%F0%9F%92%A7',
    'x'.repeat(3_000),
    "'%20or%201=1",
  ),
  fc.integer().map(String),
)

/** `path` with one piece instead of `*`. */
export const malformedPaths = (path: string, headers: Record<string, string> = {}): fc.Arbitrary<Sent> =>
  part.map((piece) => ({ path: path.replace('*', () => piece), method: 'GET' as const, headers }))

/** Generates query parameters: some malformed, some unchanged, some repeated, and unknown names. */
export function malformedQueries(
  path: string,
  query: Record<string, string>,
  headers: Record<string, string> = {},
): fc.Arbitrary<Sent> {
  const name = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...Object.keys(query)) },
    { weight: 1, arbitrary: part },
  )
  const right = fc.constantFrom(...Object.entries(query).map(([key, value]) => `${key}=${encodeURIComponent(value)}`))
  const wrong = fc.tuple(name, part).map(([key, value]) => `${key}=${value}`)
  return fc
    .array(fc.oneof(right, wrong), { minLength: 1, maxLength: 5 })
    .map((pairs) => ({ path: `${path}?${pairs.join('&')}`, method: 'GET' as const, headers }))
}

/** `seal`: the headers that belong to a body, such as its signature. */
export const malformedJson = (
  path: string,
  value: unknown,
  seal: (body: string) => Record<string, string>,
): fc.Arbitrary<Sent> =>
  malformedBodies(value).map((body) => ({
    path,
    method: 'POST' as const,
    body,
    headers: { 'content-type': 'application/json', ...seal(body) },
  }))

const boundary = 'b0undary'

/** Generates forms with one file: unknown, repeated or empty parts, and cut, altered or unrelated bytes. */
export function malformedForms(
  path: string,
  fields: Record<string, string>,
  file: Buffer,
  headers: Record<string, string>,
): fc.Arbitrary<Sent> {
  const fieldsOf = Object.entries(fields)
  const odd = fc.string({ unit: 'binary', maxLength: 30 })
  const malformed = fc
    .tuple(fc.nat(fieldsOf.length), fc.constantFrom('name', 'value', 'gone', 'twice'), odd)
    .map(([at, how, other]) =>
      fieldsOf.flatMap(([name, value], index): [string, string][] => {
        if (index !== at) return [[name, value]]
        if (how === 'gone') return []
        if (how === 'twice')
          return [
            [name, value],
            [name, other],
          ]
        return how === 'name' ? [[other, value]] : [[name, other]]
      }),
    )
  const contents = fc.oneof(
    fc.constant(file),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  )
  const whole = fc.tuple(malformed, contents).map(([parts, bytes]) => bytesOf(parts, bytes))
  const cut = fc
    .tuple(whole, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([bytes, share]) => bytes.subarray(0, bytes.length * share))
  const altered = fc.tuple(whole, fc.nat(), odd).map(([bytes, at, other]) => {
    const copy = Buffer.from(bytes)
    copy.write(other, at % bytes.length)
    return copy
  })
  const noForm = fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes))
  return fc.oneof(whole, cut, altered, noForm).map((body) => asForm(path, body, headers))
}

/** Encodes it like a browser. */
export const multipartBody = (
  path: string,
  fields: Record<string, string>,
  file: Buffer,
  headers: Record<string, string>,
) => asForm(path, bytesOf(Object.entries(fields), file), headers)

const asForm = (path: string, body: Buffer, headers: Record<string, string>): Sent => ({
  path,
  method: 'POST',
  body,
  headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, 'x-quaff-client': 'test', ...headers },
})

function bytesOf(fields: readonly (readonly [string, string])[], file: Buffer): Buffer {
  const head = (rest: string) => `--${boundary}\r\ncontent-disposition: form-data; name=${rest}`
  const said = fields.map(([name, value]) => `${head(`"${name}"`)}\r\n\r\n${value}\r\n`)
  const begun = `${head('"file"; filename="x.png"')}\r\ncontent-type: image/png\r\n\r\n`
  return Buffer.concat([Buffer.from(said.join('') + begun), file, Buffer.from(`\r\n--${boundary}--\r\n`)])
}

/** Returns true for responses that must never occur: a server error, or internals in the text. */
export const isServerError = (status: number, text: string) =>
  status >= 500 || /\n\s+at |node:internal|\.[jt]sx?:\d/.test(text)

/** A seed per name, so that each endpoint has its own inputs, equal in each run. */
export const seedOf = (name: string) => createHash('sha256').update(name).digest().readInt32BE()
