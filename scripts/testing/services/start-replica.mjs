import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { orThrow, runAs, startOnFreePort } from './start-private-postgres.mjs'

/**
 * A temporary read-only follower of `url`: `{ url, kill, promote, stop }`. `promote` makes it a primary, `kill`
 * leaves its folder.
 */
export async function startReplicaOf(programs, url) {
  const { hostname, port, username, pathname } = new URL(url)
  const folder = mkdtempSync(join(tmpdir(), 'quaff-replica-'))
  chmodSync(folder, 0o700)
  const run = (command) => runAs(programs.user, command, folder)
  const data = join(folder, 'data')
  const stop = () => {
    run(`${programs.pgCtl} -D ${data} -m immediate stop`)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    if (programs.user) spawnSync('chown', [programs.user, folder])
    const backup = join(dirname(programs.initdb), 'pg_basebackup')
    orThrow(run(`${backup} -h ${hostname} -p ${port} -U ${username} -D ${data} -R -X stream -c fast --no-sync`))
    const own = await startOnFreePort(run, programs, folder, [])
    process.once('exit', stop)
    return {
      url: `postgres://${username}@127.0.0.1:${own}${pathname}`,
      kill: () => killPostgres(programs, data),
      promote: () => orThrow(run(`${programs.pgCtl} -D ${data} -w promote`)),
      stop: () => (process.off('exit', stop), stop()),
    }
  } catch (error) {
    stop()
    throw error
  }
}

/** Like a crash: no shutdown, and the files stay. */
export function killPostgres(programs, data) {
  orThrow(runAs(programs.user, `${programs.pgCtl} -D ${data} -m immediate stop`, tmpdir()))
}
