import { isProcedure } from '@orpc/server'
import fc from 'fast-check'
import { malformedBodies } from './malformed-bodies'
import { malformedJson, malformedPaths, malformedQueries, type Sent } from './malformed-requests'

/** REST address of a procedure. Its path has the names of path parameters in braces. */
export type RestAddress = { name: string; method: string; path: string }

/** Each procedure of the router, as in "merchants.list", with its address. */
export function restAddresses(node: unknown, at: readonly string[] = []): RestAddress[] {
  if (isProcedure(node)) {
    const { method = 'POST', path = `/${at.join('/')}` } = node['~orpc'].route
    return [{ name: at.join('.'), method, path: `/api${path}` }]
  }
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, child]) => restAddresses(child, [...at, key]))
}

type Headers = Record<string, string>

/** The right call. */
export function rightRest({ method, path }: RestAddress, input: unknown, headers: Headers): Sent {
  const { borne, rest } = divide(path, input)
  const filled = fill(path, (name) => textOf(borne[name]))
  if (method === 'GET') return { path: withQuery(filled, rest), method, headers }
  return { path: filled, method, body: JSON.stringify(rest), headers: json(headers) }
}

/**
 * Generates malformed REST requests: bad values in path, query or body, other methods, types and encodings, binary
 * data, and similar paths.
 */
export function malformedRest(address: RestAddress, input: unknown, headers: Headers): fc.Arbitrary<Sent> {
  const right = rightRest(address, input, headers)
  const [path = '', requested = ''] = right.path.split('?')
  const { rest } = divide(address.path, input)
  const inPath = malformedPaths(withWildcard(address.path), headers).map((sent) => ({
    ...right,
    path: withAsked(sent.path, requested),
  }))
  const beside = fc.oneof(
    malformedPaths(`${path}/*`, headers),
    fc.constantFrom('/', '//', '?', '%00', '.', '%2f..').map((end) => ({ ...right, path: path + end })),
  )
  const otherwise = fc.oneof(
    otherMethods.map((method) => ({ ...right, method, body: hasBody(method) ? (right.body ?? '{}') : undefined })),
    otherHeaders.map((other) => ({ ...right, headers: { ...right.headers, ...other } })),
  )
  const values = address.method === 'GET' ? malformedAddresses(path, rest, headers) : malformedBytes(right, rest)
  return fc.oneof(
    { weight: 5, arbitrary: values },
    { weight: 2, arbitrary: inPath },
    { weight: 2, arbitrary: otherwise },
    { weight: 1, arbitrary: beside },
  )
}

const json = (headers: Headers) => ({ 'content-type': 'application/json', ...headers })
const textOf = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
const hasBody = (method: string) => method !== 'GET' && method !== 'HEAD'
const braces = /\{([^}]+)\}/g
const fill = (path: string, valueOf: (name: string) => string) =>
  path.replace(braces, (_, name: string) => encode(valueOf(name)))
/** A path parameter, or the last segment. */
const withWildcard = (path: string) => (path.includes('{') ? path : path.replace(/[^/]*$/, '*')).replace(braces, '*')
const withAsked = (path: string, requested: string) => (requested === '' ? path : `${path}?${requested}`)

/** Splits the input into path parameters and the rest. */
function divide(path: string, input: unknown) {
  const names = [...path.matchAll(braces)].map(([, name = '']) => name)
  const entries = Object.entries(Object(input) as Record<string, unknown>)
  return {
    borne: Object.fromEntries(entries.filter(([name]) => names.includes(name))),
    rest: Object.fromEntries(entries.filter(([name]) => !names.includes(name))),
  }
}

const otherMethods = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'PROPFIND', 'X')
const otherHeaders: fc.Arbitrary<Headers> = fc.oneof(
  fc
    .constantFrom(
      '',
      'text/plain',
      'application/xml',
      'application/json; charset=utf-16',
      'application/json; charset=utf-8',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
      'x'.repeat(5_000),
    )
    .map((type) => ({ 'content-type': type })),
  fc.constantFrom('gzip', 'br', 'identity', 'x, y').map((encoding) => ({ 'content-encoding': encoding })),
  fc
    .constantFrom('', 'Bearer', 'Bearer ÿþ', 'Basic Og==', `Bearer ${'x'.repeat(5_000)}`)
    .map((authorization) => ({ authorization })),
  fc
    .constantFrom('x', '0', 'ÿ', '9'.repeat(400))
    .map((id) => ({ 'last-event-id': id, 'if-none-match': id, range: id })),
  fc
    .constantFrom('x', 'https://elsewhere.test', 'null')
    .map((origin) => ({ origin, cookie: 'quaff_session=x; =; ;;' })),
)

function malformedBytes(right: Sent, rest: unknown): fc.Arbitrary<Sent> {
  const text = Buffer.from(JSON.stringify(rest))
  const noText = fc
    .tuple(fc.nat(text.length), fc.uint8Array({ minLength: 1, maxLength: 8 }), fc.constantFrom(0, 0x80))
    .map(([at, bytes, least]) => {
      const odd = bytes.map((byte) => byte | least)
      return { ...right, body: Buffer.concat([text.subarray(0, at), odd, text.subarray(at)]) }
    })
  const malformed = malformedJson(right.path, rest, () => right.headers ?? {}).map((sent) => ({
    ...sent,
    method: right.method,
  }))
  return fc.oneof({ weight: 5, arbitrary: malformed }, { weight: 1, arbitrary: noText })
}

/** An address is at most 16 kB long, which is room for thousands of brackets. */
const maxQuery = 15_000

function malformedAddresses(path: string, rest: object, headers: Headers): fc.Arbitrary<Sent> {
  const name = fc.constantFrom('limit', 'q', 'merchantId', 'x', ...Object.keys(rest))
  const bracket = fc.constantFrom('[]', '[0]', '[9999]', '[x]', '[__proto__]', '[constructor]', '[length]', '[[', ']]')
  const shaped = fc
    .array(fc.tuple(name, fc.array(bracket, { maxLength: 4 }), fc.constantFrom('', 'x', '1', '%00', 'null')), {
      minLength: 1,
      maxLength: 6,
    })
    .map((parts) => parts.map(([key, brackets, value]) => `${key}${brackets.join('')}=${value}`).join('&'))
  const deep = fc
    .tuple(name, bracket, fc.constantFrom(2, 9, 30, 1_000, 7_500))
    .map(([key, one, levels]) => `${key}${one.repeat(levels)}`.slice(0, maxQuery))
  const many = fc
    .tuple(bracket, fc.constantFrom(20, 300, 1_000))
    .map(([one, names]) => Array.from({ length: names }, (_, index) => `${index.toString(36)}${one}=`).join('&'))
  const malformed = malformedBodies(rest).map((body) => query(readJson(body)).slice(0, maxQuery))
  const requested = Object.fromEntries(pairs(rest))
  const known = Object.keys(requested).length > 0 ? requested : { limit: '10' }
  const queries = fc.oneof(shaped, deep, many, malformed)
  return fc.oneof(
    { weight: 3, arbitrary: queries.map((one) => ({ path: `${path}?${one}`, method: 'GET', headers })) },
    { weight: 2, arbitrary: malformedQueries(path, known, headers) },
  )
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return { x: text.slice(0, 1_000) }
  }
}

/** In the bracket notation of the REST API: `a[b][0]=c`. */
function pairs(value: unknown, at = ''): [string, string][] {
  if (typeof value !== 'object' || value === null) return at === '' ? [] : [[at, String(value)]]
  if (value instanceof Date) return [[at, value.toISOString()]]
  return Object.entries(value).flatMap(([key, inner]) => pairs(inner, at === '' ? key : `${at}[${key}]`))
}

const query = (value: unknown) =>
  pairs(value)
    .map(([key, inner]) => `${encode(key)}=${encode(inner)}`)
    .join('&')
const withQuery = (path: string, value: unknown) => withAsked(path, query(value))

/** A half of a pair of surrogates has no bytes. */
const encode = (text: string) => encodeURIComponent(Buffer.from(text).toString())
