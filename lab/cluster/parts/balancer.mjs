import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../../scripts/testing/services/find-free-port.mjs'
import { endProcess } from '../machine.mjs'

/** Delay of a supervisor before it restarts a program. */
const restartMs = 1_000

/**
 * HAProxy with two frontends: `primary` leads to Patroni's primary, `consoles` to ready servers, or to live ones if none
 * is ready. A silent server loses its requests but keeps its live streams, because moving them all together would
 * overload its neighbors. Restarted when it dies.
 */
export async function startBalancer(machine, { haproxy }, nodes, consolePorts) {
  const ports = { primary: await findFreePort(), consoles: await findFreePort() }
  const file = join(machine.folder, 'haproxy.cfg')
  writeFileSync(file, settingsOf(ports, nodes, consolePorts))
  machine.give(file)
  let isWanted = true
  let child
  const start = () => {
    child = machine.begin('haproxy', [haproxy, '-db', '-f', file], { own: true })
    child.once('exit', () => setTimeout(() => isWanted && start(), restartMs))
  }
  start()
  return {
    ports,
    kill: () => endProcess(child, 'SIGKILL'),
    stop() {
      isWanted = false
      return endProcess(child, 'SIGTERM')
    },
  }
}

const each = (ports, line) => ports.map((port, index) => `  server ${line(index + 1, `127.0.0.1:${port}`)}`).join('\n')

// A node that reports the loss of its role is out after 900 ms; a silent one after three checks of two seconds.
const settingsOf = (ports, nodes, consolePorts) => `global
  maxconn 8000

defaults
  mode tcp
  timeout connect 1s
  timeout client 300s
  timeout server 300s
  timeout check 2s

listen primary
  bind 127.0.0.1:${ports.primary}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 500ms fastinter 200ms fall 3 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`).join('\n')}

frontend door
  mode http
  bind 127.0.0.1:${ports.consoles}
  use_backend live if { path /rpc/sessions/live }
  default_backend consoles

backend consoles
${sharing}
${asks('/readyz', 'error-status L7OKC')}
${each(consolePorts, (count, address) => `console${count} ${address} check`)}
${each(consolePorts, (count, address) => `spare${count} ${address} backup track living/console${count}`)}

backend living
  mode http
${asks('/healthz')}
${each(consolePorts, (count, address) => `console${count} ${address} check`)}

backend live
${sharing}
  timeout server 15s
${each(consolePorts, (count, address) => `console${count} ${address} track consoles/console${count}`)}
${each(consolePorts, (count, address) => `spare${count} ${address} backup track living/console${count}`)}
`

const sharing = `  mode http
  balance leastconn
  option redispatch 1
  option allbackups
  retries 3
  retry-on conn-failure`

// A stalled server is out after 1.25 s. One late answer is enough, which gives a busy server more time than two shorter
// checks would.
const asks = (path, otherwise = '') => `  option httpchk
  http-check send meth GET uri ${path} ver HTTP/1.1 hdr Host 127.0.0.1
  http-check expect status 200 ${otherwise}
  timeout check 1s
  default-server inter 250ms fall 1 rise 1 on-marked-down shutdown-sessions`
