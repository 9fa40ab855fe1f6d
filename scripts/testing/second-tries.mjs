import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootFolder } from '../setup/root-folder.mjs'

const unstableTestsFile = join(rootFolder, 'scripts', 'testing', 'unstable-tests.json')

/** More files than this point to a cause that they share: decision 0025. */
const mostFiles = 5

/** Runs failed test files once more, each by itself, with one limit for all parts of a run. */
export class SecondTries {
  tried = 0
  passed = []

  /**
   * `files` have the counts of one part. `rerun(file)` resolves with the counts of that file's second try.
   * Resolves with all files, in which a second try that passed replaces the first.
   */
  async retry(files, rerun) {
    const failed = files.filter((file) => file.failed > 0)
    this.tried += failed.length
    if (this.tried > mostFiles) return files
    const results = new Map()
    for (const file of failed) {
      const again = await rerun(file)
      if (!again || again.failed > 0 || again.passed === 0) continue
      this.passed.push({ file: file.file, project: file.project, error: file.failures[0] ?? 'no message' })
      results.set(file, addTimes(again, file))
    }
    return files.map((file) => results.get(file) ?? file)
  }

  /** Lists what passed on the second try and adds it to the file of unstable tests. */
  report(day, path = unstableTestsFile) {
    if (this.tried > mostFiles) console.log(`\n${this.tried} files failed. A second try is for ${mostFiles} at most.`)
    const known = readUnstableTests(path)
    if (known.length > 0) console.log(`\n${known.length} known unstable tests in scripts/testing/unstable-tests.json`)
    if (this.passed.length === 0) return
    const lines = this.passed.map(({ project, file, error }) => `  ${project} ${file}: ${error}`)
    console.log(`\nPassed on the second try. Repair these tests before you begin new work.\n${lines.join('\n')}`)
    writeFileSync(path, `${JSON.stringify(addToRecord(known, this.passed, day), null, 2)}\n`)
  }
}

const addTimes = (again, first) => ({
  ...again,
  startMs: first.startMs + again.startMs,
  testsMs: first.testsMs + again.testsMs,
})

/** Known unstable tests: `{ file, project, error, first, last, count }` with days such as "2026-11-27". */
export function readUnstableTests(path = unstableTestsFile) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : []
}

function addToRecord(known, passed, day) {
  const keyOf = ({ project, file }) => `${project} ${file}`
  const record = new Map(known.map((entry) => [keyOf(entry), entry]))
  for (const entry of passed) {
    const { first = day, count = 0 } = record.get(keyOf(entry)) ?? {}
    record.set(keyOf(entry), { ...entry, first, last: day, count: count + 1 })
  }
  return [...record.values()]
}
