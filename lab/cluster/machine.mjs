import { spawn, spawnSync } from 'node:child_process'
import {
  chownSync,
  copyFileSync,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/**
 * Folder and processes of one cluster. Its programs refuse to run as root, so `own` runs them as Debian's postgres
 * user. `stop` ends them in reverse order and removes the folder; after `close` none starts.
 */
export function openMachine() {
  const folder = mkdtempSync(join(tmpdir(), 'quaff-cluster-'))
  const owner = process.getuid?.() === 0 ? readUser('postgres') : undefined
  give(folder)
  const running = new Set()
  let closed = false

  function give(path) {
    if (owner) chownSync(path, owner.uid, owner.gid)
  }

  function makeFolder(name) {
    const path = join(folder, name)
    mkdirSync(path, { mode: 0o700, recursive: true })
    give(path)
    return path
  }

  /** A process whose words go to `<name>.log`; `own`: as the user of the database. */
  function begin(name, [program, ...args], { own = false, env = {}, cwd = folder } = {}) {
    if (closed) throw new Error(`Couldn’t start ${name}: the cluster is closed`)
    const as = own && owner ? { ...owner } : {}
    const child = spawn(program, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...as,
    })
    const log = createWriteStream(join(folder, `${name}.log`), { flags: 'a' })
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    child.on('error', (error) => log.write(`${error.message}\n`))
    running.add(child)
    child.once('exit', () => running.delete(child))
    return child
  }

  /** Keeps the programs' output for diagnosis. */
  function keepLogs(target) {
    rmSync(target, { recursive: true, force: true })
    mkdirSync(target, { recursive: true })
    for (const name of readdirSync(folder).filter((one) => one.endsWith('.log')))
      copyFileSync(join(folder, name), join(target, name))
  }

  async function stop() {
    for (const child of [...running].toReversed()) {
      await endProcess(child, 'SIGTERM')
    }
    rmSync(folder, { recursive: true, force: true })
  }

  return { folder, give, makeFolder, begin, close: () => void (closed = true), isClosed: () => closed, keepLogs, stop }
}

/** Resolves when it is gone, at the latest by force after `patienceMs`. */
export async function endProcess(child, signal, patienceMs = 30_000) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill(signal)
  const force = setTimeout(() => child.kill('SIGKILL'), patienceMs)
  await gone
  clearTimeout(force)
}

/**
 * Resolves with the first truthy result of `ask`; throws after `patienceMs`, naming `what`. A failing `ask` is
 * repeated.
 */
export async function waitFor(what, ask, patienceMs = 60_000) {
  const deadline = Date.now() + patienceMs
  let last
  while (Date.now() < deadline) {
    try {
      const answer = await ask()
      if (answer) return answer
    } catch (error) {
      last = error
    }
    await wait(200)
  }
  throw new Error(`${what} wasn’t ready within ${patienceMs / 1_000} s${last ? `: ${last.message}` : ''}`)
}

function readUser(name) {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout))
  if (!uid) throw new Error(`User “${name}” not found`)
  return { uid, gid }
}

/** Kills the PostgreSQL of a folder immediately, like a power failure. */
export function killPostmaster(dataFolder) {
  try {
    const pid = Number(readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')[0])
    // The file outlives its writer, and the process id may have been reused.
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(dataFolder)) process.kill(pid, 'SIGKILL')
  } catch {
    // None is running there.
  }
}
