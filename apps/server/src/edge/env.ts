import type { HttpBindings } from '@hono/node-server'
import type { CookieJar, RequestFacts } from '@quaff/platform/server/context'

/** What every handler finds in Hono's context. `incoming` is missing when a test calls `app.request()`. */
export type Env = {
  Bindings: Partial<HttpBindings>
  Variables: {
    request: RequestFacts
    cookies: CookieJar
    /** What the guard has read of a body that is JSON. */
    json?: unknown
    /** The procedure behind a door that leads to many, as `/rpc/merchants/list`. */
    route?: string
    /** The headers of an answer that asks for nothing else, and the answer that was made with them. */
    standing: Readonly<Record<string, string>>
    dressed?: Response
  }
}
