import { delimiter, join } from 'node:path'
import { checkNode } from '../../scripts/setup/check-node.mjs'
import { installDependencies } from '../../scripts/setup/install-dependencies.mjs'
import { rootFolder } from '../../scripts/setup/root-folder.mjs'
import { runScript } from '../../scripts/setup/run-step.mjs'

/**
 * `npm run cluster`. One process from here on: whoever asks it to stop reaches what has to be taken down, and no command in
 * between ends first.
 */
checkNode()
await runScript(() => installDependencies())
process.env.PATH = [join(rootFolder, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
await import('./run.mjs')
