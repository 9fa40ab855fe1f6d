import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Hash of the file without its imports; undefined if it was deleted. */
export function hashOf(root, path) {
  const file = join(root, path)
  if (!existsSync(file)) return undefined
  return createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16)
}

/**
 * Leaves in the file of results what an earlier run has found and what still holds: the guards that were missed by a test, as
 * long as neither the file of the guard nor that of the test has changed. Returns the ids of these guards.
 */
export function keepFound(resultFile, mutants, root) {
  const fileOf = new Map(mutants.map(({ id, path }) => [id, path]))
  const holds = ({ killed, file, of, by }) =>
    fileOf.has(killed) && of === hashOf(root, fileOf.get(killed)) && by === hashOf(root, file)
  const kept = existsSync(resultFile) ? readLines(resultFile).filter(holds) : []
  mkdirSync(dirname(resultFile), { recursive: true })
  writeFileSync(resultFile, kept.map((line) => `${JSON.stringify(line)}\n`).join(''))
  return new Set(kept.map(({ killed }) => killed))
}

/** A line that a kill of the process has cut off is left out. */
export function readLines(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line)]
      } catch {
        return []
      }
    })
}
