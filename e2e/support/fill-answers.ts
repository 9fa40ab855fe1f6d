import type { Page } from '@playwright/test'

/** By text of a response ("merchants/get address.line1"): the payloads that were seen. */
interface Reading {
  shown: Record<string, number[]>
  /** Was on the screen, but not as it was sent. */
  altered: string[]
  scripts: string[]
}

interface Filling {
  texts: readonly string[]
  /** Names of texts in answers. */
  keys: readonly string[]
  /** Texts of the same name that are not user input. */
  except: readonly string[]
}

declare global {
  interface Window {
    /** Reads the screen, then refetches with the next text the given number of times; 0 if nothing refetches. */
    readScreen: (rounds: number) => Promise<Reading>
  }
}

/**
 * Replaces each text of each response by a payload, because the database may contain values that current contracts
 * reject. Rows and keys start with different payloads, and each read continues with the next. The live stream is
 * silent until a refetch.
 */
export async function fillAnswers(page: Page, filling: Filling): Promise<void> {
  await page.addInitScript(({ texts, keys, except }: Filling) => {
    const turnKey = 'turn-of-texts'
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
    /** The same in every page, whatever answer comes first. */
    const startOf = (wire: string) => [...wire].reduce((sum, letter) => sum + letter.charCodeAt(0), 0)

    function fill(procedure: string, value: unknown, path: string, key: string, row: number): unknown {
      const wire = `${procedure} ${path}`
      if (value === null || typeof value === 'string') {
        if (!typed.has(key) || spared.has(wire)) return value
        const id = numberOf(wire)
        const which = (turn + row + startOf(wire)) % texts.length
        const mark = `~${id}.${which}~`
        const text = `${texts[which]} ${mark}`
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

    /** Code and screen parts that have not loaded yet send no requests either. */
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

    window.readScreen = async (rounds) => {
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
      const hasText = () => /~\d+\.\d+~/.test(shownText())
      for (let waited = 0; waited < 2_000 && !hasText(); waited += 50) await pause(50)
      // A screen that is read once may have a part under way that asks by itself.
      await settle(rounds === 0 ? 600 : 250)
      read()
      for (let round = 0; round < rounds && [...shown.values()].some(({ size }) => size < texts.length); round++) {
        sessionStorage.setItem(turnKey, String(++turn))
        const before = answered
        say({ kind: 'resync' })
        for (let waited = 0; answered === before && waited < 250; waited++) await pause(2)
        await settle(8)
        read()
      }
      sessionStorage.setItem(turnKey, String(turn + 1))
      const seen = [...shown].map(([wire, which]) => [wire, [...which]])
      return { shown: Object.fromEntries(seen), altered: [...altered], scripts: [...scripts] }
    }
  }, filling)
}
