import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { deliver, headersOf } from './clients.mjs'

const writers = { people: 4, drinks: 4, locations: 2 }
export const writtenKinds = Object.keys(writers)
/** Time limit of an attempt; without a response it is sent again. */
const attemptMs = 5_000
const pauseMs = 50

/**
 * Systems of the app and administrators who write without end. `acked` holds what was answered with "done", by kind; what
 * got no answer is sent again with its own id until it has one.
 */
export function startWriters(origin, { key, tokens, passes, merchantIds, timeline }) {
  const acked = { people: [], drinks: [], locations: [] }
  const told = new Map()
  const refusals = []
  const faults = new Map()
  let isOver = false

  async function untilDone(attempt) {
    while (!isOver) {
      try {
        return await attempt(AbortSignal.timeout(attemptMs))
      } catch (error) {
        faults.set(error.message, (faults.get(error.message) ?? 0) + 1)
        await wait(100)
      }
    }
  }

  async function writePeople() {
    while (!isOver) {
      const id = `cl_${randomUUID()}`
      const at = new Date().toISOString()
      const event = { eventId: randomUUID(), occurredAt: at, id, email: `${id}@people.test` }
      const answer = await untilDone((signal) => deliver(origin, key, 'users', [event], signal))
      if (answer) note('people', id, answer)
      await wait(pauseMs)
    }
  }

  async function writeDrinks() {
    while (!isOver) {
      const events = Array.from({ length: 5 }, () => drinkOf(anyOf(passes)))
      const answer = await untilDone((signal) => deliver(origin, key, 'redemptions', events, signal))
      for (const { id } of answer ? events : []) note('drinks', id, answer)
      await wait(pauseMs)
    }
  }

  async function writeLocations(token) {
    while (!isOver) {
      const [merchantId, name] = [anyOf(merchantIds), `Cluster ${randomUUID()}`]
      const sent = { name, fields: { address: { city: 'Springfield' } }, requestKey: randomUUID() }
      const request = { method: 'POST', headers: headersOf(token), body: JSON.stringify(sent) }
      const done = await untilDone(async (signal) => {
        const answer = await fetch(`${origin}/api/merchants/${merchantId}/locations`, { ...request, signal })
        if (!answer.ok) throw new Error(`locations ${answer.status}`)
        return answer.json()
      })
      if (done) note('locations', name)
      await wait(pauseMs)
    }
  }

  function note(kind, id, answer) {
    const refused = answer?.results.find(({ outcome }) => outcome !== 'created' && outcome !== 'duplicate')
    if (refused) return void refusals.push(refused)
    acked[kind].push(id)
    if (kind === 'people') told.set(id, performance.now())
    timeline.note(kind)
  }

  const work = Promise.all([
    ...Array.from({ length: writers.people }, writePeople),
    ...Array.from({ length: writers.drinks }, writeDrinks),
    ...tokens.slice(0, writers.locations).map((token) => writeLocations(token)),
  ])
  return {
    acked,
    /** People whose change every listener has to hear of. */
    told,
    /** Refused requests; there must be none. */
    refusals,
    /** Failed attempts by message. */
    faults,
    async stop() {
      isOver = true
      await work
    },
  }
}

const anyOf = (all) => all[Math.floor(Math.random() * all.length)]

function drinkOf({ id: subscriptionId, merchantId, planId, userId }) {
  const times = { redeemedAt: new Date(Date.now() - Math.floor(Math.random() * 86_400_000)).toISOString() }
  return { eventId: randomUUID(), id: `cl_${randomUUID()}`, merchantId, planId, userId, subscriptionId, ...times }
}
