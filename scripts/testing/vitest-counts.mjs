import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import { rootFolder } from '../setup/root-folder.mjs'

/**
 * Reporter that writes what `readVitest` reads: per test file its project, outcomes, and milliseconds of tests (with their
 * hooks) and of everything before them.
 */
export default class VitestCounts {
  files = []
  environments = new Set()

  onTestModuleEnd(module) {
    const outcomes = { passed: 0, failed: 0, skipped: 0 }
    for (const test of module.children.allTests()) outcomes[outcomeOf(test.result().state)] += 1
    // A file that does not even load has no tests, and is a failure all the same.
    if (module.state() === 'failed' && outcomes.failed === 0) outcomes.failed += 1
    const spent = module.diagnostic()
    const startMs = this.environmentOf(spent) + spent.prepareDuration + spent.collectDuration + spent.setupDuration
    const file = relative(rootFolder, module.moduleId).replaceAll('\\', '/')
    this.files.push({ project: module.project.name, file, ...outcomes, startMs, testsMs: spent.duration })
  }

  /** Made once for each worker, and told by every file that it runs. */
  environmentOf({ environmentSetupDuration: ms }) {
    if (this.environments.has(ms)) return 0
    this.environments.add(ms)
    return ms
  }

  onTestRunEnd() {
    writeFileSync(process.env.VITEST_COUNTS_FILE, JSON.stringify(this.files))
  }
}

const outcomeOf = (state) => (state === 'passed' || state === 'failed' ? state : 'skipped')
