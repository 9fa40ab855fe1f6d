import { fork, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { rootFolder } from '../../../scripts/setup/root-folder.mjs'
import { heapFlags, memoryVariables } from '../../../scripts/setup/small-heap.mjs'

export const secret = 'a secret for a throw-away server, 32+'
const counting = pathToFileURL(join(rootFolder, 'lab', 'bench', 'load', 'count-sent.mjs')).href

/** The built console, which counts what it sends: `{ origin, pid, readSent, stop }`. */
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
  const args = [...heapFlags(['serve']), '--import', counting, 'dist/server/main.js', 'serve']
  const child = spawn(process.execPath, args, { cwd: rootFolder, env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  for (let tries = 0; tries < 300 && !(await isReady(origin)); tries += 1) {
    if (child.exitCode !== null) throw new Error('The console ended before it was ready.')
    await wait(200)
  }
  return {
    origin,
    pid: child.pid,
    readSent: () => ask(child),
    stop: () => stop(child).finally(() => rmSync(folder, { recursive: true, force: true })),
  }
}

/** The floor beside it, in a process of its own as well. */
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

function ask(child) {
  return new Promise((resolve) => (child.once('message', resolve), child.send('sent')))
}

function stop(child) {
  return new Promise((resolve) => (child.once('exit', resolve), child.kill('SIGTERM')))
}
