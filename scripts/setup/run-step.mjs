import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { rootFolder } from './root-folder.mjs'

export class StepFailed extends Error {
  constructor(label, output) {
    super(`${label} failed`)
    this.label = label
    this.output = output
  }
}

/** Runs a command, keeps its output for the case of failure, prints one line with the seconds it took. */
export async function runStep(label, command, args, options = {}) {
  const started = performance.now()
  const { code, output } = await runCommand(command, args, options)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  const passed = code === 0
  console.log(`${passed ? '✓' : '✗'} ${label.padEnd(44)} ${seconds.padStart(6)} s`)
  if (!passed) throw new StepFailed(label, output)
  return output
}

/** `show: true` lets the output through while the command runs. Resolves with the exit code, never throws. */
export function runCommand(command, args, { env = {}, show = false, cwd = rootFolder } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: withLocalBinaries({ ...process.env, ...env }),
      stdio: ['ignore', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'],
      shell: process.platform === 'win32',
    })
    let interrupted = false
    const forward = (signal) => {
      interrupted = true
      child.kill(signal)
    }
    process.once('SIGINT', forward).once('SIGTERM', forward)
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    const end = (code) => {
      process.off('SIGINT', forward).off('SIGTERM', forward)
      resolve({ code, output })
    }
    child.on('error', (error) => ((output += error.message), end(127)))
    child.on('close', (code) => {
      if (interrupted) process.exit(130)
      end(code ?? 1)
    })
  })
}

/** Prints what a failed step said and leaves; any other error is a defect of the scripts and keeps its stack. */
export async function runScript(script) {
  try {
    await script()
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    console.error(`\n${error.output.trim()}\n\n✗ ${error.label}  failed. See the output above.`)
    process.exit(1)
  }
}

function withLocalBinaries(env) {
  return { ...env, PATH: [join(rootFolder, 'node_modules', '.bin'), env.PATH].join(delimiter) }
}
