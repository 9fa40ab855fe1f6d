import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findFreePort } from '../../../scripts/testing/services/find-free-port.mjs'
import { endProcess, killPostmaster, waitFor } from '../machine.mjs'
import { openGate } from './gate.mjs'

const count = 3
/**
 * Seconds. `ttl`, the life of the leader's key, must be at least loop_wait + 2 * retry_timeout, and 20 by Patroni's
 * documentation since 3.2; 3.0.2 takes less, but what one has learnt to rely on would be gone with its next version.
 */
const times = { ttl: 20, loop_wait: 2, retry_timeout: 3 }

/** Three PostgreSQL nodes of which Patroni makes one the primary and one its synchronous standby. */
export async function startNodes(machine, programs, etcdPorts, stops) {
  const nodes = []
  stops.push(() => Promise.all(nodes.map((node) => node.stop())))
  for (let index = 1; index <= count; index += 1) nodes.push(await makeNode(machine, programs, etcdPorts, index))
  for (const node of nodes) node.start()
  await waitUntilWhole(nodes, 60_000)
  return nodes
}

/** All nodes are up, one is the primary, one its synchronous standby, and the others follow. */
export async function waitUntilWhole(nodes, patienceMs = 90_000) {
  return waitFor(
    'the cluster',
    async () => {
      const { members } = await (await fetch(`${nodes[0].rest}/cluster`, { signal: AbortSignal.timeout(2_000) })).json()
      const roles = members
        .map(({ role, state }) => `${role} ${/^(running|streaming)$/.test(state) ? 'up' : state}`)
        .sort()
      return roles.join() === 'leader up,replica up,sync_standby up'
    },
    patienceMs,
  )
}

/** The node that takes writes by its own account. */
export async function findPrimary(nodes) {
  return waitFor('a primary', async () => {
    const answers = await Promise.all(
      nodes.map(({ rest }) => fetch(`${rest}/primary`, { signal: AbortSignal.timeout(1_000) }).catch(() => undefined)),
    )
    return nodes[answers.findIndex((answer) => answer?.status === 200)]
  })
}

async function makeNode(machine, { patroni, postgres }, etcdPorts, index) {
  const name = `node${index}`
  const [port, restPort] = [await findFreePort(), await findFreePort()]
  const gates = await Promise.all(etcdPorts.map((target) => openGate(target)))
  const dataFolder = join(machine.makeFolder(name), 'data')
  const file = join(machine.folder, `${name}.json`)
  const rest = `http://127.0.0.1:${restPort}`
  writeFileSync(
    file,
    JSON.stringify(settingsOf({ machine, name, port, restPort, gates, dataFolder, postgres }), null, 2),
  )
  machine.give(file)
  let child
  return {
    name,
    port,
    restPort,
    rest,
    gates,
    start() {
      child = machine.begin(name, [patroni, file], { own: true })
    },
    /** Like a power failure: no connection is closed. */
    async kill() {
      const gone = endProcess(child, 'SIGKILL')
      killPostmaster(dataFolder)
      await gone
    },
    async stop() {
      if (child) await endProcess(child, 'SIGTERM')
      killPostmaster(dataFolder)
    },
  }
}

/** JSON is YAML as well. */
function settingsOf({ machine, name, port, restPort, gates, dataFolder, postgres }) {
  const [restAddress, address] = [`127.0.0.1:${restPort}`, `127.0.0.1:${port}`]
  return {
    scope: 'quaff',
    name,
    restapi: { listen: restAddress, connect_address: restAddress },
    // Uses only the proxies and ignores the addresses that etcd advertises.
    etcd3: { hosts: gates.map((gate) => `127.0.0.1:${gate.port}`), use_proxies: true },
    bootstrap: {
      dcs: {
        ...times,
        synchronous_mode: true,
        master_start_timeout: 0,
        maximum_lag_on_failover: 1_048_576,
        postgresql: {
          use_pg_rewind: true,
          use_slots: true,
          parameters: { max_connections: 200, synchronous_commit: 'on', wal_keep_size: '256MB', hot_standby: 'on' },
        },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: dataFolder,
      bin_dir: dirname(postgres),
      pgpass: join(machine.folder, `${name}.pgpass`),
      authentication: { superuser: { username: 'quaff' }, replication: { username: 'follower' } },
      parameters: { unix_socket_directories: machine.folder },
      pg_hba: ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
    },
  }
}
