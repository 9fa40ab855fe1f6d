import { setTimeout as wait } from 'node:timers/promises'
import { call, headersOf, signIn } from '../server.mjs'
import { changes, looks, newcomers } from './actions.mjs'

const consoles = 6
const pauseMs = 1_200
const laterMs = 3_000
/** Number of actions before a user signs out and in again. */
const actionsOfASession = 60

/** Starts administrators who each do three reads, then a write. Records each response by request and status. */
export function startConsoles(origin, account, clock) {
  const answers = new Map()
  let isOver = false

  const note = (what, outcome) => {
    answers.set(`${what} ${outcome}`, (answers.get(`${what} ${outcome}`) ?? 0) + 1)
  }

  async function work(index) {
    for (let session = 0; !isOver; session += 1) {
      const cookie = await signIn(origin, account).catch(({ message }) => note('signIn', message))
      if (!cookie) {
        await wait(laterMs)
        continue
      }
      const one = visitor(origin, cookie, clock, note)
      for (const action of newcomers) await attempt(one, action)
      for (let turn = 0; turn < actionsOfASession && !isOver; turn += 1) {
        const at = index * 7 + session * actionsOfASession + turn
        await attempt(one, turn % 4 === 3 ? changes[at % changes.length] : looks[at % looks.length])
        await wait(pauseMs * (0.5 + Math.random()))
      }
      await attempt(one, () => one.ask('sessions/signOut', {}))
    }
  }

  const working = Promise.all(Array.from({ length: consoles }, (_, index) => work(index)))
  return {
    count: consoles,
    answers,
    /** A fault of the script's own ends the soak. */
    failed: working,
    async stop() {
      isOver = true
      await working
    },
  }
}

/** Another was faster, or the server said why not: the answers are counted, and judged at the end. */
class Refused extends Error {}

async function attempt(one, action) {
  try {
    await action(one)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
  }
}

function visitor(origin, cookie, clock, note) {
  const judge = async (what, sending) => {
    const [answer, text] = await sending
      .then(async (came) => [came, await came.text()])
      .catch(({ message, cause }) => [{ ok: false, status: 0 }, `${message}: ${cause?.message}`])
    note(what, answer.ok ? 200 : `${answer.status} ${/"reason":"(\w+)"/.exec(text)?.[1] ?? text.slice(0, 120)}`)
    if (!answer.ok) throw new Refused(what)
    return text
  }
  return {
    origin,
    cookie,
    clock,
    note,
    /** `dates`: names of those inputs that are moments, as the console's link sends them. */
    async ask(procedure, input, dates = []) {
      return JSON.parse(await judge(procedure, call(origin, cookie, procedure, input, undefined, dates))).json
    },
    async download(name, input) {
      const request = { method: 'POST', headers: headersOf(origin, cookie), body: JSON.stringify(input) }
      await judge(name, fetch(`${origin}/api/files/${name}`, request))
    },
  }
}
