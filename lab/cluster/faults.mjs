import { setTimeout as wait } from 'node:timers/promises'
import { buildNextRelease } from './parts/consoles.mjs'
import { findPrimary, waitUntilWhole } from './parts/patroni.mjs'

/** The faults in order. Each resolves once the cluster is complete again. `goal`: maximum seconds without writes. */
export function faultsOf({ nodes, consoles, pooler, balancer, round }) {
  const standbysOf = (primary) => nodes.filter((node) => node !== primary)
  return [
    {
      name: 'the primary dies',
      goal: 30,
      async strike() {
        const primary = await findPrimary(nodes)
        await primary.kill()
        await waitForAnother(nodes, primary)
        await wait(3_000)
        primary.start()
      },
    },
    {
      name: 'a standby dies',
      goal: 10,
      async strike() {
        const [standby] = standbysOf(await findPrimary(nodes))
        await standby.kill()
        await wait(8_000)
        standby.start()
      },
    },
    {
      name: 'the primary loses etcd',
      goal: 30,
      async strike() {
        const primary = await findPrimary(nodes)
        for (const gate of primary.gates) gate.cut()
        await waitForAnother(nodes, primary)
        await wait(3_000)
        for (const gate of primary.gates) gate.mend()
      },
    },
    {
      name: 'another is made the primary',
      goal: 10,
      async strike() {
        const primary = await findPrimary(nodes)
        const request = { method: 'POST', body: JSON.stringify({ leader: primary.name }) }
        const answer = await fetch(`${primary.rest}/switchover`, request)
        if (!answer.ok) throw new Error(`Patroni didn’t change the primary: ${await answer.text()}`)
      },
    },
    { name: 'a server dies', goal: 2, strike: () => consoles[0].kill() },
    {
      // Its requests move within 2 s. If it is in a transaction it keeps its locks until it continues, or until
      // PostgreSQL ends the idle transaction (30 s).
      name: 'a server stands still',
      goal: 30,
      async strike() {
        consoles[1].freeze()
        await wait(8_000)
        consoles[1].thaw()
      },
    },
    { name: 'the pooler dies', goal: 10, strike: () => pooler.kill() },
    { name: 'the balancer dies', goal: 10, strike: () => balancer.kill() },
    {
      // Each of the three starts on CPUs that all the others share: everything is slow for a moment, nothing is down.
      // Has the goal of faults that leave a server for writes.
      name: 'an update with a migration',
      goal: 10,
      async strike() {
        const release = await buildNextRelease(round)
        for (const one of consoles) await one.replace(release)
      },
    },
  ].map((fault) => ({ ...fault, isWhole: () => waitUntilWhole(nodes) }))
}

async function waitForAnother(nodes, primary) {
  const others = nodes.filter((node) => node !== primary)
  await findPrimary(others)
}
