import { delimiter, join } from 'node:path'
import { checkNode } from '../../scripts/setup/check-node.mjs'
import { installDependencies } from '../../scripts/setup/install-dependencies.mjs'
import { rootFolder } from '../../scripts/setup/root-folder.mjs'
import { runScript } from '../../scripts/setup/run-step.mjs'

/** `npm run cluster` in one process, so that a stop signal reaches everything that must be cleaned up. */
checkNode()
await runScript(() => installDependencies())
process.env.PATH = [join(rootFolder, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
await import('./run.mjs')
