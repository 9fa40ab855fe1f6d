import { existsSync, readFileSync } from 'node:fs'

const nothing = { passed: 0, failed: 0, skipped: 0 }

/** Counts per folder kind of one vitest JSON report: rules and shared, server, console. */
export function countVitest(file) {
  const counts = { unit: { ...nothing }, server: { ...nothing }, console: { ...nothing } }
  if (!existsSync(file)) return counts
  for (const result of JSON.parse(readFileSync(file, 'utf8')).testResults) {
    const count = counts[kindOf(result.name.replaceAll('\\', '/'))]
    for (const test of result.assertionResults) count[outcomeOf(test.status)] += 1
    // A file that does not even load has no tests, and is a failure all the same.
    if (result.status === 'failed' && !result.assertionResults.some((test) => test.status === 'failed'))
      count.failed += 1
  }
  return counts
}

export function countPlaywright(file) {
  if (!existsSync(file)) return { ...nothing }
  const { stats, errors } = JSON.parse(readFileSync(file, 'utf8'))
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length, skipped: stats.skipped }
}

function kindOf(path) {
  if (/\/(features\/.*\/console|platform\/console|apps\/console)\//.test(path)) return 'console'
  if (/\/(features\/.*\/server|platform\/server|platform\/testing|apps\/server|database)\//.test(path)) return 'server'
  return 'unit'
}

function outcomeOf(status) {
  if (status === 'passed' || status === 'failed') return status
  return 'skipped'
}
