import { startTests } from '@vitest/runner'
import { TestRunner } from 'vitest'
import { findEarlier, judgeFile } from './judge-file.mjs'
import { createSwitch } from './mutant-switch.mjs'

const mutants = (globalThis.__mutants ??= createSwitch())

/**
 * Runs a test file and records which test passes which guard. Then repeats those tests in the same process with one
 * guard off at a time: modules stay loaded, while the database and everything else of the test file is new.
 */
export default class MutantRunner extends TestRunner {
  /** Guards per test id; `file` for what runs outside of a test. */
  reached = new Map()

  onBeforeRunFiles(files) {
    this.reached = new Map()
    this.earlier = findEarlier(files[0].name)
    this.note('file')
  }

  async onBeforeRunTask(test) {
    // A pass before has run them, and noted what there is to know.
    if (this.earlier) test.mode = 'skip'
    await super.onBeforeRunTask(test)
    this.note(test.id)
  }

  onAfterRunTask(test) {
    super.onAfterRunTask(test)
    this.note('file')
  }

  note(id) {
    if (!this.reached.has(id)) this.reached.set(id, new Set())
    mutants.reached = this.reached.get(id)
  }

  // oxlint-disable-next-line typescript/no-misused-promises -- vitest waits for it, whatever the type says
  async onAfterRunFiles(files) {
    const [{ filepath }] = files
    await judgeFile(files[0], this, {
      run: (testIds, active) => this.runAgain(filepath, testIds, active),
      play: (testIds, asks) => this.playAgain(filepath, testIds, asks),
    })
    super.onAfterRunFiles(files)
  }

  /** Resolves with the tests that ran, in order; the first failure ends the run. */
  async runAgain(filepath, testIds, active) {
    const ran = []
    const file = await this.startAgain(filepath, testIds, active, {
      pick: () => (ran.some((one) => one.failed) ? undefined : active),
      heard: (id, failed, name) => ran.push({ id, name, failed }),
    })
    if (file.result?.state === 'fail' && !ran.some((one) => one.failed))
      ran.push({ id: null, name: 'set-up', failed: true })
    return ran
  }

  /** Each test with the guard off that `pick` gives; what is around the tests runs with every guard on. */
  async playAgain(filepath, testIds, asks) {
    await this.startAgain(filepath, testIds, null, asks)
  }

  async startAgain(filepath, testIds, around, asks) {
    const node = this.workerState.evaluatedModules.getModuleById(filepath)
    if (node) this.workerState.evaluatedModules.invalidateModule(node)
    mutants.active = around
    mutants.reached = new Set()
    try {
      const [file] = await startTests(
        [{ filepath, testIds, testLocations: undefined }],
        quietRunner(this, around, asks),
      )
      return file
    } finally {
      mutants.active = null
    }
  }
}

/** Returns a runner that does not notify the reporter. */
function quietRunner(runner, around, { pick, heard }) {
  return Object.assign(Object.create(runner), {
    onBeforeCollect: undefined,
    onCollected: undefined,
    onBeforeRunFiles: undefined,
    onAfterRunFiles: undefined,
    onTaskUpdate: undefined,
    onTestAnnotate: undefined,
    onAfterRunSuite: async () => {},
    async onBeforeRunTask(test) {
      const guard = test.mode === 'run' || test.mode === 'queued' ? pick(test.id) : undefined
      if (guard === undefined) test.mode = 'skip'
      else mutants.active = guard
    },
    onAfterRunTask(test) {
      mutants.active = around
      const state = test.result?.state
      if (state === 'pass' || state === 'fail') heard(test.id, state === 'fail', test.name)
    },
  })
}
