/** What it does and the table that it is about; never more of the text, which may hold what somebody wrote. */
export type StatementLabel = { operation: string; table: string | null }

const withTable = new Set(['SELECT', 'WITH', 'INSERT', 'UPDATE', 'DELETE', 'LOCK'])
const others = new Set(['BEGIN', 'COMMIT', 'ROLLBACK', 'SAVEPOINT', 'RELEASE', 'SET'])
const firstWord = /^[\s(]*([a-z]+)/i
/** Brackets, what stands in quotes, and where a table may follow. */
const marks = /[()]|'[^']*'|\b(?:from|into|update|table)\s+(?:only\s+)?(?:"public"\.)?"?([a-z_][a-z0-9_]{0,62})?\b/gi
/** The list of columns may be long, and hold selects of its own. */
const lookedAt = 8_000

export function labelOf(text: string): StatementLabel {
  const operation = firstWord.exec(text)?.[1]?.toUpperCase() ?? ''
  if (withTable.has(operation)) return { operation, table: tableOf(text.slice(0, lookedAt)) }
  return { operation: others.has(operation) ? operation : 'OTHER', table: null }
}

/** The first one outside of brackets; where a select stands in its place, the first of all. */
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
