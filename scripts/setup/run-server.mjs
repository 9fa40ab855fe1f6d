import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { buildIfStale } from './build-if-stale.mjs'
import { checkNode } from './check-node.mjs'
import { installDependencies } from './install-dependencies.mjs'
import { onParentGone } from './on-parent-gone.mjs'
import { rootFolder } from './root-folder.mjs'
import { runScript } from './run-step.mjs'
import { heapFlags, memoryVariables } from './small-heap.mjs'

/** Install, build, then `node dist/server/main.js <args>` in this process's place. */
export async function runServer(args) {
  // The standard output of `serve` is its log: one JSON object per line.
  if (args[0] === 'serve') console.log = console.error
  checkNode()
  await runScript(async () => {
    await installDependencies('program')
    await buildIfStale()
  })
  const flags = heapFlags(args, process.env.NODE_OPTIONS)
  const child = spawn(process.execPath, [...flags, 'dist/server/main.js', ...args], {
    cwd: rootFolder,
    env: { ...process.env, ...memoryVariables(args) },
    stdio: 'inherit',
  })
  child.on('error', (error) => {
    console.error(`Couldn’t start the server: ${error.message}`)
    process.exit(1)
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Ctrl-C in a terminal reaches the whole group by itself; a second one would cut the shutdown short.
      if (signal === 'SIGINT' && process.stdin.isTTY) return
      child.kill(signal)
    })
  }
  onParentGone(() => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + (constants.signals[signal] ?? 0)))
}
