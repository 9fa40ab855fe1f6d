import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { rootFolder } from '../setup/root-folder.mjs'
import { firstLineOf } from './first-line.mjs'

/**
 * Reporter that writes what `runVitest` reads: per test file its project, outcomes, what failed and with which words, and
 * milliseconds of tests (with their hooks) and of everything before them.
 */
export default class VitestCounts {
  files = []
  environments = new Set()

  onTestModuleEnd(module) {
    const outcomes = { passed: 0, failed: 0, skipped: 0 }
    for (const test of module.children.allTests()) outcomes[outcomeOf(test.result().state)] += 1
    // A file that fails to load has no tests but counts as a failure.
    if (module.state() === 'failed' && outcomes.failed === 0) outcomes.failed += 1
    const spent = module.diagnostic()
    const startMs = this.environmentOf(spent) + spent.prepareDuration + spent.collectDuration + spent.setupDuration
    const file = toFile(module.moduleId)
    const failures = failuresOf(module).map(({ name, errors }) => `${name}: ${firstLineOf(errors[0]?.message)}`)
    this.files.push({ project: module.project.name, file, ...outcomes, failures, startMs, testsMs: spent.duration })
  }

  /** Measured once per worker and reported by each of its files. */
  environmentOf({ environmentSetupDuration: ms }) {
    if (this.environments.has(ms)) return 0
    this.environments.add(ms)
    return ms
  }

  /** An error between tests is counted for the file that ran then; `strays` are those of which that is not known. */
  onTestRunEnd(_modules, errors) {
    let strays = 0
    for (const { VITEST_TEST_PATH: path, message } of errors) {
      const file = path && this.files.find((one) => one.file === toFile(path))
      if (!file) strays += 1
      else {
        file.failed += 1
        file.failures.push(`between tests: ${firstLineOf(message)}`)
      }
    }
    writeFileSync(process.env.VITEST_COUNTS_FILE, JSON.stringify({ files: this.files, strays }))
  }
}

const toFile = (path) => relative(rootFolder, path).replaceAll('\\', '/')

/** A failing hook fails all following tests and is reported once. */
function failuresOf(module) {
  const tests = [...module.children.allTests('failed')].map((test) => ({
    name: test.fullName,
    errors: test.result().errors,
  }))
  const hooks = [module, ...module.children.allSuites()]
    .filter((suite) => suite.errors().length > 0)
    .map((suite) => ({ name: suite.fullName ?? 'outside of a test', errors: suite.errors() }))
  return [...hooks, ...tests]
}

const outcomeOf = (state) => (state === 'passed' || state === 'failed' ? state : 'skipped')
