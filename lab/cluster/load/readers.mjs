import { setTimeout as wait } from 'node:timers/promises'
import { headersOf } from './clients.mjs'

const readers = 6
const attemptMs = 4_000
export const readPaths = ['/rpc/merchants/list', '/rpc/users/list', '/rpc/sessions/current']

/** Administrators who look at lists without end; `faults` counts what failed, by what it said. */
export function startReaders(origin, tokens, timeline) {
  const faults = new Map()
  let isOver = false

  async function read(token, path) {
    while (!isOver) {
      try {
        const request = { method: 'POST', headers: headersOf(token), body: '{"json":{}}' }
        const answer = await fetch(`${origin}${path}`, { ...request, signal: AbortSignal.timeout(attemptMs) })
        if (!answer.ok) throw new Error(`${path} ${answer.status}`)
        await answer.arrayBuffer()
        timeline.note(path)
      } catch (error) {
        faults.set(error.message, (faults.get(error.message) ?? 0) + 1)
      }
      await wait(100)
    }
  }

  const work = Promise.all(
    Array.from({ length: readers }, (_, index) => read(tokens[index], readPaths[index % readPaths.length])),
  )
  return {
    faults,
    async stop() {
      isOver = true
      await work
    },
  }
}
