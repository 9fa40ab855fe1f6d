import { existsSync, readFileSync } from 'node:fs'
import { firstLineOf } from './first-line.mjs'

const nothing = { passed: 0, failed: 0, skipped: 0 }

/** What the reporter `vitest-counts.mjs` wrote: the counts of a project, and what failed in it. */
export function countVitest(files, project) {
  const own = files.filter((file) => file.project === project)
  const counts = Object.keys(nothing).map((key) => [key, own.reduce((sum, file) => sum + file[key], 0)])
  const failures = own.flatMap((file) => file.failures.map((failure) => `${file.file}: ${failure}`))
  return { ...Object.fromEntries(counts), failures }
}

const secondTry = 'failed and then passed, a defect of the test'

/** `files` with the outcomes of a second try of some, in which what the first try said stays named. */
export function takeOver(files, again) {
  return files.map((file) => {
    const second = again.find((one) => one.project === file.project && one.file === file.file)
    if (!second) return file
    const failures = file.failures.map((failure) => `${failure} (${secondTry})`)
    return { ...second, failures, startMs: file.startMs + second.startMs, testsMs: file.testsMs + second.testsMs }
  })
}

/** One in a run is borne, decision 0062. */
const mostSecondTries = 1

/** A journey that fails and passes on a second try is a defect of the test: it is named, and two of them fail the run. */
export function countPlaywright(file) {
  if (!existsSync(file)) return { counts: { ...nothing, failures: [] }, files: [] }
  const { stats, errors, suites } = JSON.parse(readFileSync(file, 'utf8'))
  const specs = suites.flatMap((suite) => specsOf(suite))
  const borne = stats.flaky > mostSecondTries ? 0 : stats.flaky
  const counts = {
    passed: stats.expected + borne,
    failed: stats.unexpected + stats.flaky - borne + errors.length,
    skipped: stats.skipped,
    failures: [...errors.map(({ message }) => firstLineOf(message)), ...specs.flatMap(failuresOf)],
  }
  const tests = specs.flatMap((spec) => spec.tests.map((test) => ({ file: spec.file, ...test })))
  return { counts, files: tests.map(timeOf) }
}

const endings = { unexpected: 'failed', flaky: secondTry }

/** With the words of the first try, which a second may not repeat. */
const failuresOf = ({ file, title, tests }) =>
  tests.flatMap(({ status, results }) =>
    endings[status] ? `${file}: ${title}: ${endings[status]}: ${firstLineOf(results[0]?.errors?.[0]?.message)}` : [],
  )

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

const timeOf = ({ file, results }) => ({
  project: 'browser',
  file: `e2e/journeys/${file}`,
  startMs: 0,
  testsMs: results.reduce((sum, { duration }) => sum + duration, 0),
})
