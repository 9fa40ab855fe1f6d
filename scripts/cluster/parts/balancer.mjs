import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort } from '../../testing/services/find-free-port.mjs'
import { endProcess } from '../machine.mjs'

/** What a supervisor waits before it starts a program that died. */
const restartMs = 1_000

/**
 * HAProxy with two doors: `primary` to whichever node Patroni calls so, `consoles` to the servers that say they are ready.
 * What it marks as down loses its connections at once. Started again when it dies.
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
    child.once('exit', () => isWanted && setTimeout(start, restartMs))
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
  default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`).join('\n')}

listen consoles
  mode http
  bind 127.0.0.1:${ports.consoles}
  balance leastconn
  option httpchk
  http-check send meth GET uri /readyz ver HTTP/1.1 hdr Host 127.0.0.1
  http-check expect status 200
  option redispatch 1
  retries 3
  retry-on conn-failure
  default-server inter 300ms fall 2 rise 1 on-marked-down shutdown-sessions
${consolePorts.map((port, index) => `  server console${index + 1} 127.0.0.1:${port} check`).join('\n')}
`
