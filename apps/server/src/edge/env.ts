import type { HttpBindings } from '@hono/node-server'
import type { CookieJar, RequestContext } from '@quaff/platform/server'

/** The context of each handler. `incoming` is missing if a test calls `app.request()`. */
export type Env = {
  Bindings: Partial<HttpBindings>
  Variables: {
    request: RequestContext
    cookies: CookieJar
    /** The JSON body that the guard has parsed. */
    json?: unknown
    /** The procedure behind an endpoint that leads to many, as `/rpc/merchants/list`. */
    route?: string
    /** Default response headers, and the response that was built with them. */
    defaultHeaders: Readonly<Record<string, string>>
    builtResponse?: Response
  }
}
