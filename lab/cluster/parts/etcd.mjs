import { findFreePort } from '../../../scripts/testing/services/find-free-port.mjs'
import { waitFor } from '../machine.mjs'

const members = 3

/** Three members that agree: the ports that clients ask. */
export async function startEtcd(machine, { etcd }) {
  const all = []
  for (let index = 1; index <= members; index += 1) {
    all.push({ name: `etcd${index}`, client: await findFreePort(), peer: await findFreePort() })
  }
  const cluster = all.map(({ name, peer }) => `${name}=http://127.0.0.1:${peer}`).join(',')
  for (const { name, client, peer } of all) {
    const settings = {
      name,
      'data-dir': machine.makeFolder(name),
      'listen-client-urls': `http://127.0.0.1:${client}`,
      'advertise-client-urls': `http://127.0.0.1:${client}`,
      'listen-peer-urls': `http://127.0.0.1:${peer}`,
      'initial-advertise-peer-urls': `http://127.0.0.1:${peer}`,
      'initial-cluster': cluster,
      'initial-cluster-state': 'new',
    }
    const args = Object.entries(settings).map(([setting, value]) => `--${setting}=${value}`)
    machine.begin(name, [etcd, ...args], { own: true })
  }
  const ports = all.map(({ client }) => client)
  await waitFor('etcd', async () => {
    const answers = await Promise.all(ports.map((port) => fetch(`http://127.0.0.1:${port}/health`)))
    return answers.every(({ ok }) => ok)
  })
  return ports
}
