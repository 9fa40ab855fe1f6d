import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from './find-free-port.mjs'

const startTimeoutMs = 10_000

/** A throw-away server on a free loopback port, with more `settings` if given: `{ url, restart, stop }`. Throws with the program's own words. */
export async function startPrivatePostgres(programs, settings = []) {
  const folder = mkdtempSync(join(tmpdir(), 'quaff-postgres-'))
  chmodSync(folder, 0o700)
  const run = (command) => runAs(programs.user, command, folder)
  const stop = () => {
    runAs(programs.user, `${programs.pgCtl} -D ${folder}/data -m immediate stop`, folder)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    if (programs.user) spawnSync('chown', [programs.user, folder])
    orThrow(run(`${programs.initdb} -D ${folder}/data -U quaff -A trust -E UTF8 --locale=C.UTF-8 --no-sync`))
    const port = await startOnFreePort(run, programs, folder, settings)
    orThrow(run(`${programs.createdb} -h 127.0.0.1 -p ${port} -U quaff quaff_test`))
    process.once('exit', stop)
    const restart = () =>
      run(`${programs.pgCtl} -D ${folder}/data -l ${folder}/log -w -m immediate restart`).status === 0
    return {
      url: `postgres://quaff@127.0.0.1:${port}/quaff_test`,
      restart,
      stop: () => (process.off('exit', stop), stop()),
    }
  } catch (error) {
    stop()
    throw error
  }
}

export async function startOnFreePort(run, programs, folder, more) {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    const port = await findFreePort()
    const own = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`, 'fsync=off', 'max_connections=200']
    const settings = [...own, ...more].map((setting) => `-c ${setting}`).join(' ')
    const started = run(`${programs.pgCtl} -D ${folder}/data -l ${folder}/log -w -o '-p ${port} ${settings}' start`)
    if (started.status === 0) return port
    if (Date.now() > deadline) orThrow(started)
    await wait(500)
  }
}

export function runAs(user, command, cwd) {
  const [program, args] = user ? ['su', [user, '-s', '/bin/sh', '-c', command]] : ['sh', ['-c', command]]
  // Output to pipes would be held open by the server that pg_ctl leaves behind.
  return spawnSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'ignore', 'pipe'], timeout: 60_000 })
}

export function orThrow(result) {
  if (result.status !== 0) throw new Error(`PostgreSQL did not start: ${result.stderr || result.error?.message}`)
}
