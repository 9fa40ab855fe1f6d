import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { headersOf, signIn } from '../server.mjs'

/** The server takes twenty of one person, and hears of one that has left a little later. */
const eachPerson = 17
const stayMs = [10_000, 60_000]
const awayMs = [200, 2_000]

const between = ([least, most]) => least + Math.random() * (most - least)

/** Seventeen tabs of each of `accounts`: each listens for a while, leaves, and comes back with the last message it has seen. */
export function startListeners(origin, accounts) {
  const over = new AbortController()
  setMaxListeners(0, over.signal)
  const seen = { visits: 0, messages: 0, resyncs: 0, refused: new Map() }

  async function listenOn(person) {
    let lastId
    while (!over.signal.aborted) {
      const visit = new AbortController()
      const leave = () => visit.abort()
      const timer = setTimeout(leave, between(stayMs))
      over.signal.addEventListener('abort', leave, { once: true })
      try {
        const cookie = await (person.cookie ??= signIn(origin, person.account).catch((error) => {
          person.cookie = undefined
          throw error
        }))
        const headers = { ...headersOf(origin, cookie), ...(lastId && { 'last-event-id': lastId }) }
        const request = { method: 'POST', headers, body: '{"json":{}}', signal: visit.signal }
        const answer = await fetch(`${origin}/rpc/sessions/live`, request)
        if (answer.ok) {
          seen.visits += 1
          for await (const chunk of answer.body) lastId = take(seen, Buffer.from(chunk).toString()) ?? lastId
        } else {
          seen.refused.set(answer.status, (seen.refused.get(answer.status) ?? 0) + 1)
          if (answer.status === 401) person.cookie = undefined
        }
      } catch (error) {
        if (!visit.signal.aborted) seen.refused.set(error.message, (seen.refused.get(error.message) ?? 0) + 1)
      }
      clearTimeout(timer)
      over.signal.removeEventListener('abort', leave)
      await wait(between(awayMs), undefined, { signal: over.signal }).catch(() => {})
    }
  }

  const people = accounts.map((account) => ({ account }))
  const work = Promise.all(people.flatMap((person) => Array.from({ length: eachPerson }, () => listenOn(person))))
  return {
    count: accounts.length * eachPerson,
    seen,
    async stop() {
      over.abort()
      await work
    },
  }
}

/** The last id in the text. */
function take(seen, text) {
  seen.messages += text.split('event: message').length - 1
  if (text.includes('"resync"')) seen.resyncs += 1
  return [...text.matchAll(/^id: ?(.+)$/gm)].at(-1)?.[1].trim()
}
