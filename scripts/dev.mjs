import { spawn } from 'node:child_process'
import { checkNode } from './setup/check-node.mjs'
import { installDependencies } from './setup/install-dependencies.mjs'
import { onParentGone } from './setup/on-parent-gone.mjs'
import { rootFolder } from './setup/root-folder.mjs'
import { runScript } from './setup/run-step.mjs'

const consolePort = process.env.PORT ?? '3000'
const serverPort = String(Number(consolePort) + 1)

checkNode()
await runScript(installDependencies)

// Emails and redirects must lead to the address in the browser, which is Vite's.
const env = {
  ...process.env,
  PORT: serverPort,
  BASE_URL: process.env.BASE_URL ?? `http://127.0.0.1:${consolePort}`,
  API_ORIGIN: `http://127.0.0.1:${serverPort}`,
}
const server = run('node_modules/tsx/dist/cli.mjs', [
  'watch',
  '--clear-screen=false',
  '--tsconfig',
  'tsconfig.server.json',
  'apps/server/src/main.ts',
  'start',
])
const viteOptions = ['--config', 'apps/console/vite.config.ts', '--strictPort', '--clearScreen', 'false']
const vite = run('node_modules/vite/bin/vite.js', [...viteOptions, '--port', consolePort])

function run(file, args) {
  const child = spawn(process.execPath, [file, ...args], { cwd: rootFolder, stdio: 'inherit', env })
  child.on('exit', (code) => stop(code ?? 0))
  return child
}

function stop(code) {
  process.exitCode ??= code
  server.kill('SIGTERM')
  vite.kill('SIGTERM')
}

process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))
onParentGone(() => stop(0))
