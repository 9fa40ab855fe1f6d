import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { findFreePort } from '../../../scripts/testing/services/find-free-port.mjs'
import { endProcess, waitFor } from '../machine.mjs'

/** Delay of a supervisor before it restarts a program. */
const restartMs = 1_000

/** PgBouncer, a connection for each transaction, before the port that leads to the primary. Started again when it dies. */
export async function startPooler(machine, { pgbouncer }, primaryPort) {
  const port = await findFreePort()
  const [file, users] = [join(machine.folder, 'pgbouncer.ini'), join(machine.folder, 'users.txt')]
  writeFileSync(users, '"quaff" ""\n')
  writeFileSync(file, settingsOf({ machine, port, primaryPort, users }))
  for (const path of [file, users]) machine.give(path)
  let isWanted = true
  let child
  const start = () => {
    child = machine.begin('pgbouncer', [pgbouncer, file], { own: true })
    child.once('exit', () => setTimeout(() => isWanted && start(), restartMs))
  }
  start()
  const url = `postgres://quaff@127.0.0.1:${port}/quaff`
  await waitFor('the pooler', () => answers(url))
  return {
    url,
    kill: () => endProcess(child, 'SIGKILL'),
    stop() {
      isWanted = false
      return endProcess(child, 'SIGTERM')
    },
  }
}

/** Returns true if a statement succeeds. */
async function answers(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } finally {
    await client.end().catch(() => {})
  }
}

const settingsOf = ({ machine, port, primaryPort, users }) => `[databases]
quaff = host=127.0.0.1 port=${primaryPort} dbname=quaff

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir = ${machine.folder}
auth_type = trust
auth_file = ${users}
pool_mode = transaction
max_client_conn = 1000
default_pool_size = 30
server_connect_timeout = 2
server_login_retry = 0.5
server_check_delay = 0
query_wait_timeout = 15
`
