import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { checkNode } from './setup/check-node.mjs'
import { installDependencies } from './setup/install-dependencies.mjs'
import { rootFolder } from './setup/root-folder.mjs'
import { runScript } from './setup/run-step.mjs'

/** `node scripts/with-tools.mjs <command> …`: a command that needs the tools, which `npm start` does not install. */
checkNode()
await runScript(() => installDependencies())
const [command = '', ...args] = process.argv.slice(2)
const PATH = [join(rootFolder, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
const { status, error } = spawnSync(command, args, {
  cwd: rootFolder,
  env: { ...process.env, PATH },
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
if (error) console.error(`Couldn’t start ${command}: ${error.message}`)
process.exitCode = status ?? 1
