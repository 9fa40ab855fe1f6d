import { fork, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { rootFolder } from '../../../scripts/setup/root-folder.mjs'
import { heapFlags, memoryVariables } from '../../../scripts/setup/small-heap.mjs'

export const secret = 'a secret for a throw-away server, 32+'

/** Starts the built console. Resolves with `{ origin, pid, stop }`. */
export async function startConsole(databaseUrl, port) {
  const origin = `http://127.0.0.1:${port}`
  const folder = mkdtempSync(join(tmpdir(), 'quaff-bench-'))
  const env = {
    ...process.env,
    ...memoryVariables(['serve']),
    DATABASE_URL: databaseUrl,
    BASE_URL: origin,
    PORT: String(port),
    SESSION_SECRET: secret,
    FIELD_KEYS: `bench:${Buffer.alloc(32, 1).toString('base64url')}`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'bench@quaff.test',
    DATA_DIR: folder,
    LOG_LEVEL: 'error',
  }
  const args = [...heapFlags(['serve']), 'dist/server/main.js', 'serve']
  const child = spawn(process.execPath, args, { cwd: rootFolder, env, stdio: ['ignore', 'ignore', 'inherit'] })
  // An interrupted bench leaves no console running.
  process.once('exit', () => child.kill('SIGKILL'))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  for (let tries = 0; tries < 300 && !(await isReady(origin)); tries += 1) {
    if (child.exitCode !== null) throw new Error('The console ended before it was ready.')
    await wait(200)
  }
  return {
    origin,
    pid: child.pid,
    stop: () => stop(child).finally(() => rmSync(folder, { recursive: true, force: true })),
  }
}

/** Starts the floor server in its own process. */
export async function startFloor(databaseUrl, port) {
  const child = fork(join(rootFolder, 'lab', 'bench', 'floor-server.mjs'), [databaseUrl, String(port)])
  await new Promise((resolve, reject) => child.once('message', resolve).once('exit', reject))
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => stop(child) }
}

function isReady(origin) {
  return fetch(`${origin}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )
}

function stop(child) {
  return new Promise((resolve) => (child.once('exit', resolve), child.kill('SIGTERM')))
}
