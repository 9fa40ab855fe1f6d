import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rootFolder } from '../../../scripts/setup/root-folder.mjs'
import { findFreePort } from '../../../scripts/testing/services/find-free-port.mjs'
import { endProcess, waitFor } from '../machine.mjs'

export const secret = 'a secret for a throw-away cluster, 32+'
const restartMs = 1_000

/** Ports for three servers; the balancer has to know them before they are there. */
export async function findConsolePorts() {
  return [await findFreePort(), await findFreePort(), await findFreePort()]
}

/** Environment of every server of the cluster. */
export function consoleSettings(machine, { pooler, ports, nodes }) {
  const through = (port) => `postgres://quaff@127.0.0.1:${port}/quaff`
  return {
    DATABASE_URL: pooler.url,
    DATABASE_POOLER: 'transaction',
    DATABASE_DIRECT_URL: through(ports.primary),
    // Lists all nodes, because their roles change. The current primary is not used as a replica.
    DATABASE_REPLICA_URL: nodes.map(({ port }) => through(port)).join(','),
    BASE_URL: `http://127.0.0.1:${ports.consoles}`,
    SESSION_SECRET: secret,
    FIELD_KEYS: `cluster:${Buffer.alloc(32, 1).toString('base64url')}`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'cluster@quaff.test',
    DATA_DIR: machine.makeFolder('console-data'),
    LOG_LEVEL: 'warn',
    DRAIN_SECONDS: '2',
  }
}

/**
 * A command of the server: its exit code; `<command>.log` says more. Waits without blocking: the gates to etcd are in this
 * process, and a primary that loses etcd steps down.
 */
export async function runCommand(machine, settings, command, ...args) {
  const main = join(rootFolder, 'dist', 'server', 'main.js')
  const child = machine.begin(command, [process.execPath, main, command, ...args], { env: settings, cwd: rootFolder })
  return new Promise((resolve) => child.once('exit', resolve))
}

/** A server on `port`, started again when it dies. */
export async function startConsole(machine, name, port, settings) {
  const env = { ...settings, PORT: String(port) }
  let [program, isWanted, child] = [join(rootFolder, 'dist'), true, undefined]
  const start = () => {
    child = machine.begin(name, [process.execPath, join(program, 'server', 'main.js'), 'serve'], {
      env,
      cwd: rootFolder,
    })
    const started = child
    child.once('exit', () => setTimeout(() => isWanted && started === child && start(), restartMs))
  }
  const isReady = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
  start()
  await waitFor(name, isReady)
  return {
    name,
    kill: () => endProcess(child, 'SIGKILL'),
    /** It keeps its connections and answers nothing. */
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    /** Simulates an update: stops it, then starts a new one, from another build if named. */
    async replace(build = program) {
      const old = child
      child = undefined
      await endProcess(old, 'SIGTERM', 40_000)
      program = build
      start()
      await waitFor(name, isReady)
    },
    async stop() {
      isWanted = false
      if (child) await endProcess(child, 'SIGTERM')
    },
  }
}

/** The same program with one migration more, as its next release has: the folder of its build. */
export async function buildNextRelease(round) {
  const target = join(rootFolder, 'artifacts', 'cluster', `release${round}`)
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  await cp(join(rootFolder, 'dist'), target, { recursive: true })
  const migrations = join(target, 'server', 'migrations')
  for (let step = 1; step <= round; step += 1) {
    const folder = join(migrations, `209901010000${String(step).padStart(2, '0')}_next_release`)
    await mkdir(folder)
    await writeFile(join(folder, 'migration.sql'), `ALTER TABLE "users" ADD COLUMN "release_${step}" integer;\n`)
  }
  return target
}
