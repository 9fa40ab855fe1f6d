import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { rootFolder } from '../../scripts/setup/root-folder.mjs'

/**
 * `node lab/bench/budgets.mjs`: counts the statements of every call against `lab/bench/budgets.json`, as the tests do. `--write`
 * lowers the budgets to today's counts; `--show merchants.list` prints what that call sends.
 */
const { values } = parseArgs({ options: { write: { type: 'boolean' }, show: { type: 'string' } } })
const args = ['run', '--project', 'server', 'apps/server/src/round-trip-budgets.test.ts']
const env = {
  ...process.env,
  ...(values.write ? { WRITE_BUDGETS: '1' } : {}),
  ...(values.show ? { SHOW_STATEMENTS: values.show } : {}),
}
const vitest = join(rootFolder, 'node_modules', 'vitest', 'vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, ...args], { cwd: rootFolder, env, stdio: 'inherit' })
process.exitCode = status ?? 1
