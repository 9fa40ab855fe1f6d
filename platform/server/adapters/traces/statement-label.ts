/** Operation and main table of a statement. Nothing else of the text, which may contain user data. */
export type StatementLabel = { operation: string; table: string | null }

const withTable = new Set(['SELECT', 'WITH', 'INSERT', 'UPDATE', 'DELETE', 'LOCK'])
const others = new Set(['BEGIN', 'COMMIT', 'ROLLBACK', 'SAVEPOINT', 'RELEASE', 'SET'])
const firstWord = /^[\s(]*([a-z]+)/i
/** Brackets, quoted text, and keywords that a table follows. */
const marks = /[()]|'[^']*'|\b(?:from|into|update|table)\s+(?:only\s+)?(?:"public"\.)?"?([a-z_][a-z0-9_]{0,62})?\b/gi
/** A column list may be long and contain subselects. */
const lookedAt = 8_000

export function labelOf(text: string): StatementLabel {
  const operation = firstWord.exec(text)?.[1]?.toUpperCase() ?? ''
  if (withTable.has(operation)) return { operation, table: tableOf(text.slice(0, lookedAt)) }
  return { operation: others.has(operation) ? operation : 'OTHER', table: null }
}

/** Returns the first table outside of brackets, or the first of all if there is a subselect in its place. */
function tableOf(text: string): string | null {
  let [depth, first]: [number, string | null] = [0, null]
  for (const [mark, name] of text.matchAll(marks)) {
    if (mark === '(') depth += 1
    else if (mark === ')') depth -= 1
    else if (name && depth <= 0) return name.toLowerCase()
    else if (name) first ??= name.toLowerCase()
  }
  return first
}
