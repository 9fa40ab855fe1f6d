/** Each field of an input is given these values, to record what it accepts and which messages it answers with. */
const values = [
  null,
  '',
  '   ',
  'x',
  '  Corner   Café ',
  'a@example.com',
  'https://example.com/a',
  '+49 30 1234567',
  'usd',
  'USD',
  '2026-02-30',
  '2026-02-03',
  'line\nbreak\n\n\n\nmore',
  'zero\u200bwidth\u0000',
  'x'.repeat(130),
  'x'.repeat(600),
  'x'.repeat(6_000),
  0,
  -1,
  1,
  1.5,
  30,
  1_000,
  1e9,
  Number.MAX_SAFE_INTEGER + 2,
  true,
  [],
  ['x'],
  ['x', 'x'],
  {},
  new Date('2026-03-10T12:00:00.000Z'),
]
const short = (value) => {
  const text = JSON.stringify(value) ?? 'absent'
  return text.length > 60 ? `${text.slice(0, 40)}… ${text.length}` : text
}
const told = (issues) =>
  [...new Set(issues.map(({ message, path }) => `${path.join('.')}: ${message}`))].toSorted(byText).join(' | ')

const byText = (a, b) => a.localeCompare(b, 'en')

export function probeSchema(z, schema) {
  const found = {
    nothing: outcome(schema, {}),
    text: outcome(schema, 'text'),
    unknown: outcome(schema, { unheardOf: 1 }),
  }
  probe(z, schema, [], found)
  return found
}

function outcome(schema, value) {
  const { success, data, error } = schema.safeParse(value)
  return success ? `accepts ${short(data)}` : told(error.issues)
}

function probe(z, schema, path, found) {
  const inner = unwrapped(z, schema)
  if (path.length > 4) return
  if (inner instanceof z.ZodObject) {
    for (const [name, field] of Object.entries(inner.shape)) probe(z, field, [...path, name], found)
    return
  }
  if (inner instanceof z.ZodUnion) {
    for (const [index, option] of inner.options.entries())
      if (unwrapped(z, option) instanceof z.ZodObject) probe(z, option, [...path, `option ${index}`], found)
  }
  if (inner instanceof z.ZodArray && unwrapped(z, inner.element) instanceof z.ZodObject)
    probe(z, inner.element, [...path, 'each'], found)
  if (path.length === 0) return
  const outcomes = {}
  for (const value of [undefined, ...values]) outcomes[short(value)] = outcome(schema, value)
  found[path.join('.')] = outcomes
}

function unwrapped(z, schema) {
  let inner = schema
  for (let depth = 0; depth < 8; depth += 1) {
    if (inner instanceof z.ZodOptional || inner instanceof z.ZodNullable || inner instanceof z.ZodDefault)
      inner = inner.unwrap()
    else if (inner instanceof z.ZodPipe) inner = inner.in instanceof z.ZodTransform ? inner.out : inner.in
    else break
  }
  return inner
}

/** The schema is inside the function: its fields are the names that it reads. */
export async function probeCallable(run) {
  const found = {}
  for (const base of [{}, { isPublicRegistration: true }]) {
    const names = new Set()
    const spy = new Proxy(base, {
      get(target, key) {
        if (typeof key === 'string') names.add(key)
        return Reflect.get(target, key)
      },
    })
    found[`nothing of ${JSON.stringify(base)}`] = await refusedBy(run, spy)
    for (const name of names)
      for (const value of values)
        (found[`${JSON.stringify(base)} ${name}`] ??= {})[short(value)] = await refusedBy(
          run,
          { ...base, [name]: value },
          name,
        )
    found[`unknown of ${JSON.stringify(base)}`] = await refusedBy(run, { ...base, unheardOf: 1 })
  }
  return found
}

async function refusedBy(run, data, name) {
  try {
    await run(data)
    return 'accepts'
  } catch (error) {
    if (!Array.isArray(error.issues)) return `accepts, then ${error.code ?? error.name}`
    return told(
      name ? error.issues.filter(({ path, code }) => path[0] === name || code === 'unrecognized_keys') : error.issues,
    )
  }
}
