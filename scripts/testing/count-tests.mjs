import { existsSync, readFileSync } from 'node:fs'
import { firstLineOf } from './first-line.mjs'

const nothing = { passed: 0, failed: 0, skipped: 0 }

/** Adds up the files of one project. `failures` name each failed test with the first line of its error. */
export function countFiles(files, project) {
  const own = files.filter((file) => file.project === project)
  const counts = Object.keys(nothing).map((key) => [key, own.reduce((sum, file) => sum + file[key], 0)])
  const failures = own.flatMap((file) => file.failures.map((failure) => `${file.file}: ${failure}`))
  return { ...Object.fromEntries(counts), failures }
}

/** Reads Playwright's JSON report. `strays` are errors that belong to no file, such as a failed global setup. */
export function readPlaywrightReport(path) {
  if (!existsSync(path)) return { files: [], strays: ['Playwright wrote no report'] }
  const { errors, suites } = JSON.parse(readFileSync(path, 'utf8'))
  const files = new Map()
  for (const { file, title, tests } of suites.flatMap(specsOf)) {
    const sum = files.get(file) ?? newFile(file)
    for (const { status, results } of tests) {
      sum[outcomes[status] ?? 'failed'] += 1
      sum.testsMs += results.reduce((ms, { duration }) => ms + duration, 0)
      if (!outcomes[status]) sum.failures.push(`${title}: ${firstLineOf(results[0]?.errors?.[0]?.message)}`)
    }
    files.set(file, sum)
  }
  return { files: [...files.values()], strays: errors.map(({ message }) => firstLineOf(message)) }
}

const outcomes = { expected: 'passed', skipped: 'skipped' }
const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
const newFile = (file) => ({
  project: 'browser',
  file: `e2e/journeys/${file}`,
  ...nothing,
  failures: [],
  startMs: 0,
  testsMs: 0,
})
