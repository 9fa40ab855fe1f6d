type Call = { input: unknown; next(call?: { input: unknown }): Promise<unknown> }

/**
 * The library that turns the texts of an address into numbers names every key of the schema while it does, and gives those that
 * were not sent as `undefined`. The verbs know a key that is there from one that is not, as the console's own protocol does.
 */
export function leaveOutAbsent(call: Call): Promise<unknown> {
  return call.next({ ...call, input: withoutAbsent(call.input) })
}

function withoutAbsent(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAbsent)
  if (!isPlain(value)) return value
  const there = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(there.map(([key, one]) => [key, withoutAbsent(one)]))
}

/** Files and dates are objects as well, and stay what they are. */
function isPlain(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const made: unknown = Object.getPrototypeOf(value)
  return made === null || Object.getPrototypeOf(made) === null
}
