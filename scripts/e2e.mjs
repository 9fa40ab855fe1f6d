import { buildIfStale } from './setup/build-if-stale.mjs'
import { checkNode } from './setup/check-node.mjs'
import { installDependencies } from './setup/install-dependencies.mjs'
import { runScript } from './setup/run-step.mjs'
import { runBrowserTests } from './testing/run-browser-tests.mjs'
import { findChromium, noChromiumMessage } from './testing/services/find-chromium.mjs'

checkNode()
await runScript(async () => {
  await installDependencies()
  await buildIfStale()
  const chromium = await findChromium()
  if (!chromium) {
    console.error(`Couldn’t run the browser tests: ${noChromiumMessage}`)
    process.exit(1)
  }
  const { failed } = await runBrowserTests(chromium, process.argv.slice(2))
  process.exit(failed > 0 ? 1 : 0)
})
