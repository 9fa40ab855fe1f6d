import fc from 'fast-check'

const odd = fc.oneof(
  fc.constantFrom<unknown>(null, true, '', ' ', '\u0000', '\uD800', '\u202E', '💧'.repeat(200), 'x'.repeat(20_000)),
  fc.constantFrom<unknown>(
    0,
    -1,
    0.1,
    1e308,
    2 ** 53,
    -(2 ** 31) - 1,
    '9'.repeat(400),
    '2026-02-31',
    '+275760-09-13T00:00:00.001Z',
  ),
  fc.constantFrom<unknown>(
    [],
    {},
    [[]],
    [null],
    { toString: 1 },
    { constructor: {} },
    "' or 1=1 --",
    '../../etc/passwd',
    '%00',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
  fc.jsonValue({ maxDepth: 3 }),
)

/**
 * Generates what a broken or hostile client may send instead of `value`: a part replaced, removed or duplicated,
 * truncated or altered text, false type markers, other JSON, or nothing.
 */
export function malformedBodies(value: unknown): fc.Arbitrary<string> {
  const text = JSON.stringify(value)
  const place = fc.constantFrom(...placesIn(value))
  const replaced = fc.tuple(place, odd).map(([path, other]) => JSON.stringify(withAt(value, path, other)))
  const removed = place.map((path) => JSON.stringify(withAt(value, path, undefined)) ?? '')
  const added = fc
    .tuple(place, fc.constantFrom('__proto__', 'id', 'merchantId', 'constructor', 'x'), odd)
    .map(([path, name, other]) => JSON.stringify(withAt(value, [...path, name], other)))
  const announced = fc
    .tuple(fc.integer({ min: -1, max: 9 }), fc.constantFrom('name', 'merchantId', 'limit', 'x'))
    .map(([kind, name]) => JSON.stringify({ ...Object(value), meta: [[kind, name]] }))
  const cut = fc.nat(text.length).map((length) => text.slice(0, length))
  const altered = fc
    .tuple(fc.nat(text.length), fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }))
    .map(([at, other]) => text.slice(0, at) + other + text.slice(at + 1))
  const deep = fc.integer({ min: 100, max: 20_000 }).map((depth) => '['.repeat(depth))
  return fc.oneof(
    { weight: 6, arbitrary: replaced },
    { weight: 2, arbitrary: fc.oneof(removed, added, announced) },
    { weight: 2, arbitrary: fc.oneof(cut, altered, fc.json(), fc.string({ unit: 'binary' }), deep) },
  )
}

type Path = readonly string[]

function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))]
}

function withAt(value: unknown, [key, ...rest]: Path, other: unknown): unknown {
  if (key === undefined) return other
  const copy: Record<string, unknown> | unknown[] = Array.isArray(value)
    ? [...(value as unknown[])]
    : { ...Object(value) }
  const inner: unknown = Reflect.get(copy, key)
  // Uses defineProperty, so that a key such as `__proto__` is an ordinary key, as in JSON text.
  Object.defineProperty(copy, key, { value: withAt(inner, rest, other), enumerable: true, configurable: true })
  return copy
}
