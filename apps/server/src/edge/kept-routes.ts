import type { Result, Router } from 'hono/router'
import { RegExpRouter } from 'hono/router/reg-exp-router'
import { SmartRouter } from 'hono/router/smart-router'
import { TrieRouter } from 'hono/router/trie-router'

/** Exceeds the number of procedures; anonymous calls must not fill the memory. */
const most = 2_000
/** Names a procedure, and nothing in it varies. */
const called = /^\/rpc\/[\w/]{1,100}$/

/** The library's routes. What a procedure's address leads to is looked up once: our routes are too many kinds for its fast way. */
export class KeptRoutes<T> implements Router<T> {
  readonly name = 'KeptRoutes'
  readonly #routes = new SmartRouter<T>({ routers: [new RegExpRouter(), new TrieRouter()] })
  readonly #kept = new Map<string, Result<T>>()

  add(method: string, path: string, handler: T): void {
    this.#routes.add(method, path, handler)
  }

  match(method: string, path: string): Result<T> {
    if (method !== 'POST') return this.#routes.match(method, path)
    const kept = this.#kept.get(path)
    if (kept) return kept
    const found = this.#routes.match(method, path)
    if (this.#kept.size < most && called.test(path)) this.#kept.set(path, found)
    return found
  }
}
