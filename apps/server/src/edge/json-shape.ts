const maxDepth = 8
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype'])

/** What no call of ours ever sends: deep nesting, or names that reach for the prototypes of objects. */
export function isPlainShape(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth >= maxDepth) return false
  if (Array.isArray(value)) return value.every((item) => isPlainShape(item, depth + 1))
  return Object.entries(value).every(([key, item]) => !forbiddenKeys.has(key) && isPlainShape(item, depth + 1))
}
