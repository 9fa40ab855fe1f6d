import { existsSync, readFileSync } from 'node:fs'

const nothing = { passed: 0, failed: 0, skipped: 0 }

/** What the reporter `vitest-counts.mjs` wrote: the counts of a project. */
export function countVitest(files, project) {
  const own = files.filter((file) => file.project === project)
  return Object.fromEntries(Object.keys(nothing).map((key) => [key, own.reduce((sum, file) => sum + file[key], 0)]))
}

/** A journey that fails and passes on a second try is a defect of the test: it counts as failed and is named. */
export function countPlaywright(file) {
  if (!existsSync(file)) return { counts: { ...nothing }, files: [], flaky: [] }
  const { stats, errors, suites } = JSON.parse(readFileSync(file, 'utf8'))
  const specs = suites.flatMap((suite) => specsOf(suite))
  const flaky = specs.filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
  const counts = {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
  const tests = specs.flatMap((spec) => spec.tests.map((test) => ({ file: spec.file, ...test })))
  return { counts, files: tests.map(timeOf), flaky: flaky.map(({ file: path, title }) => `${path}: ${title}`) }
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

const timeOf = ({ file, results }) => ({
  project: 'browser',
  file: `e2e/journeys/${file}`,
  startMs: 0,
  testsMs: results.reduce((sum, { duration }) => sum + duration, 0),
})
