import { build } from './setup/build-if-stale.mjs'
import { checkNode } from './setup/check-node.mjs'
import { installDependencies } from './setup/install-dependencies.mjs'
import { runCommand, runScript } from './setup/run-step.mjs'

checkNode()
await runScript(async () => {
  await installDependencies('program')
  await build()
})
await runCommand(process.execPath, ['scripts/check-size.mjs'], { show: true })
