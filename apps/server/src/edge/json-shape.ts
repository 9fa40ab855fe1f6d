const maxDepth = 8
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** Returns false for shapes that our clients never send: deep nesting and prototype names. */
export function isPlainShape(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth >= maxDepth) return false
  if (Array.isArray(value)) return value.every((item) => isPlainShape(item, depth + 1))
  return Object.entries(value).every(([key, item]) => !forbiddenKeys.has(key) && isPlainShape(item, depth + 1))
}

/** An index creates a list with that many entries, and each reader of the input iterates over all of them. */
const maxIndex = 400

/** The same for what an address asks, where each bracket of a name is one level: `a[b][0]=c`. */
export function isPlainQuery(query: URLSearchParams): boolean {
  return [...query.keys()].every((name) => {
    const parts = name.split('[', maxDepth + 1).map((part) => part.replace(/\]$/, ''))
    return parts.length <= maxDepth && !parts.some((part) => forbiddenKeys.has(part) || Number(part) > maxIndex)
  })
}
