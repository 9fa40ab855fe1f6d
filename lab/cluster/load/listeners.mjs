import { setMaxListeners } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { headersOf } from './clients.mjs'

const listeners = 200

/**
 * Clients with permanent streams. Each reconnects with its last event id; `missed` returns the written records of
 * which a listener received no event. A resync misses nothing before it.
 */
export function startListeners(origin, tokens) {
  const all = Array.from({ length: listeners }, () => ({
    heard: new Set(),
    lastId: null,
    isOpen: false,
    anewAt: 0,
    came: 0,
  }))
  const over = new AbortController()
  setMaxListeners(0, over.signal)

  async function listen(one, token) {
    while (!over.signal.aborted) {
      try {
        const headers = { ...headersOf(token), ...(one.lastId ? { 'last-event-id': one.lastId } : {}) }
        const request = { method: 'POST', headers, body: '{"json":{}}', signal: over.signal }
        const answer = await fetch(`${origin}/rpc/sessions/live`, request)
        if (!answer.ok) throw new Error(String(answer.status))
        one.came += 1
        one.isOpen = true
        for await (const message of readMessages(answer.body)) take(one, message)
      } catch {
        // It comes back below, like one that the server has let go.
      }
      one.isOpen = false
      await wait(200 + Math.random() * 300)
    }
  }

  const work = Promise.all(all.map((one, index) => listen(one, tokens[index % tokens.length])))
  return {
    count: listeners,
    isWhole: () => all.every(({ isOpen }) => isOpen),
    /** `told`: time of each response, by subject. */
    missed: (told) =>
      all.flatMap(({ heard, anewAt }) =>
        [...told].filter(([subject, at]) => at > anewAt && !heard.has(subject)).map(([subject]) => subject),
      ),
    toldAnew: () => all.filter(({ anewAt }) => anewAt > 0).length,
    connections: () => all.reduce((sum, { came }) => sum + came, 0),
    async stop() {
      over.abort()
      await work
    },
  }
}

function take(one, { id, data }) {
  if (id) one.lastId = id
  const { json } = data
  if (json?.kind === 'event' && json.topic === 'user') one.heard.add(json.subjectId)
  if (json?.kind === 'resync') one.anewAt = performance.now()
}

/** Server-sent events with JSON. */
async function* readMessages(body) {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    let end
    while ((end = text.indexOf('\n\n')) !== -1) {
      const lines = text.slice(0, end).split('\n')
      text = text.slice(end + 2)
      const valueOf = (name) =>
        lines
          .find((line) => line.startsWith(`${name}:`))
          ?.slice(name.length + 1)
          .trim()
      const data = valueOf('data')
      if (data && valueOf('event') === 'message') yield { id: valueOf('id'), data: JSON.parse(data) }
    }
  }
}
