import { checkNode } from './setup/check-node.mjs'
import { installDependencies } from './setup/install-dependencies.mjs'
import { runStaticChecks, runVitest } from './testing/run-checks.mjs'
import { runScript } from './setup/run-step.mjs'

checkNode()
await runScript(async () => {
  const started = performance.now()
  await installDependencies()
  await runStaticChecks()
  const { counts, failure } = await runVitest('Unit and server tests', 'verify', { projects: ['unit', 'server'] })
  if (failure) throw failure
  const passed = Object.values(counts).reduce((sum, count) => sum + count.passed, 0)
  console.log(`\nVerified in ${((performance.now() - started) / 1000).toFixed(0)} s: ${passed} tests passed.`)
})
