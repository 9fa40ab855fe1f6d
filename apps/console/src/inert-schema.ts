/**
 * Takes the place of the schema builders in the browser. Contracts are imported there for their types, statuses and
 * limits; the server alone checks against the schemas, so they need not be downloaded.
 */
const checks = new Set<string | symbol>(['parse', 'safeParse', 'parseAsync', 'safeParseAsync'])

const inert: unknown = new Proxy(() => undefined, {
  get(_target, key) {
    if (checks.has(key)) throw new Error('Schemas check on the server only')
    return inert
  },
  apply: () => inert,
})

export { inert as eventIterator, inert as oc, inert as z }
