import type { Page } from '@playwright/test'

/** What stood on a screen: for each text of an answer ("merchants/get address.line1") which payloads it was seen with. */
export interface Reading {
  shown: Record<string, number[]>
  /** Was on the screen, but not as it was sent. */
  altered: string[]
  /** Stayed as it was first: a form keeps what it was opened with. */
  kept: string[]
  scripts: string[]
}

interface Reader {
  /** Need not be seen with every payload again. */
  known: readonly string[]
  /** How often everything is read anew with the next payload; 0 for pages that have no live stream. */
  rounds: number
}

interface Filling {
  payloads: readonly string[]
  /** Names of texts in answers. */
  keys: readonly string[]
  /** Texts of the same name that nobody typed. */
  except: readonly string[]
}

declare global {
  interface Window {
    readScreen: (reader: Reader) => Promise<Reading>
  }
}

/**
 * Puts a payload into every text of every answer that the page gets from then on, whatever the answer held: what the
 * contracts would refuse today may stand in the database since yesterday. The live stream is silent until the test wants
 * everything read anew.
 */
export async function fillAnswers(page: Page, filling: Filling): Promise<void> {
  await page.addInitScript(({ payloads, keys, except }: Filling) => {
    const turnKey = 'turn-of-payloads'
    const typed = new Set(keys)
    const spared = new Set(except)
    const fetchReally = window.fetch.bind(window)
    const kept = new Map<string, { text: string; status: number; headers: [string, string][] }>()
    const wires: string[] = []
    const current = new Map<string, string>()
    const encoder = new TextEncoder()
    let live: ReadableStreamDefaultController<Uint8Array> | undefined
    let turn = Number(sessionStorage.getItem(turnKey) ?? 0)
    let pending = 0
    let answered = 0

    const say = (message: object) =>
      live?.enqueue(encoder.encode(`event: message\ndata: ${JSON.stringify({ json: message })}\n\n`))
    const numberOf = (wire: string) => (wires.includes(wire) ? wires.indexOf(wire) : wires.push(wire) - 1)

    function fill(procedure: string, value: unknown, path: string, key: string, row: number): unknown {
      const wire = `${procedure} ${path}`
      if (value === null || typeof value === 'string') {
        if (!typed.has(key) || spared.has(wire)) return value
        const id = numberOf(wire)
        const which = (turn + row + id) % payloads.length
        const mark = `~${id}.${which}~`
        const text = `${payloads[which]} ${mark}`
        current.set(mark, text)
        return text
      }
      if (Array.isArray(value)) {
        return value.map((one, index): unknown => fill(procedure, one, `${path}[]`, key, index))
      }
      if (typeof value !== 'object') return value
      return Object.fromEntries(
        Object.entries(value as object).map(([name, one]) => [
          name,
          fill(procedure, one, path === '' ? name : `${path}.${name}`, name, row),
        ]),
      )
    }

    async function answer(request: Request, procedure: string): Promise<Response> {
      const question = `${procedure} ${await request.clone().text()}`
      let found = kept.get(question)
      if (!found) {
        const real = await fetchReally(request)
        found = { text: await real.text(), status: real.status, headers: [...real.headers] }
        if (real.ok) kept.set(question, found)
      }
      const { json, ...rest } = JSON.parse(found.text) as { json: unknown; meta?: [number, ...unknown[]][] }
      const text = JSON.stringify({ json: found.status === 200 ? fill(procedure, json, '', '', 0) : json, ...rest })
      return new Response(text, { status: found.status, headers: found.headers })
    }

    window.fetch = async (input, init) => {
      const request = new Request(input, init)
      const { pathname } = new URL(request.url)
      if (!pathname.startsWith('/rpc/')) return fetchReally(request)
      if (pathname === '/rpc/sessions/live') {
        const body = new ReadableStream<Uint8Array>({ start: (controller) => void (live = controller) })
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
      }
      pending++
      try {
        return await answer(request, pathname.slice('/rpc/'.length))
      } finally {
        pending--
        answered++
      }
    }

    /** The program and parts of a screen that have not come yet ask for nothing either. */
    const isLoading = () => answered === 0 || document.querySelector('[class*="skeleton"], [aria-busy="true"]') !== null
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
    async function settle(quietMs: number) {
      const started = performance.now()
      let quietSince = started
      while (performance.now() - quietSince < quietMs && performance.now() - started < 8_000) {
        await pause(2)
        if (pending > 0 || isLoading()) quietSince = performance.now()
      }
      await frame()
    }

    /** Some labels begin with a capital and have no underscores: still text. */
    const plain = (text: string) => text.toLowerCase().replace(/[\s_]+/g, ' ')
    function shownText(): string {
      const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea, select')].map((one) => one.value)
      const said = [...document.querySelectorAll('[title], [aria-label], [placeholder], [alt]')].flatMap((one) =>
        ['title', 'aria-label', 'placeholder', 'alt'].map((name) => one.getAttribute(name) ?? ''),
      )
      return plain([document.body.textContent, ...fields, ...said].join('\n'))
    }

    window.readScreen = async ({ known, rounds }) => {
      const shown = new Map<string, Set<number>>()
      const altered = new Set<string>()
      const scripts = new Set<string>()
      const read = () => {
        const text = shownText()
        for (const [mark, id, which] of text.matchAll(/~(\d+)\.(\d+)~/g)) {
          const wire = wires[Number(id)] ?? ''
          if (!text.includes(plain(current.get(mark) ?? ''))) altered.add(wire)
          shown.set(wire, (shown.get(wire) ?? new Set()).add(Number(which)))
        }
        for (const found of window.findScripts()) scripts.add(found)
      }
      const isComplete = () => [...shown].every(([wire, seen]) => known.includes(wire) || seen.size === payloads.length)
      await settle(250)
      read()
      const first = new Map([...shown].map(([wire, seen]) => [wire, seen.size]))
      for (let round = 0; round < rounds && !isComplete(); round++) {
        turn++
        const before = answered
        say({ kind: 'resync' })
        for (let waited = 0; answered === before && waited < 500; waited++) await pause(2)
        await settle(8)
        read()
      }
      sessionStorage.setItem(turnKey, String(turn + 1))
      const seen = [...shown].map(([wire, which]) => [wire, [...which]])
      const kept = [...shown].flatMap(([wire, which]) => (first.get(wire) === which.size ? [wire] : []))
      return { shown: Object.fromEntries(seen), altered: [...altered], kept, scripts: [...scripts] }
    }
  }, filling)
}
