import type { Operations, Problem } from './api.gen.js'

export type * from './api.gen.js'

type ListedIn<Name> = Name extends `list-${infer One}` ? One : never
/** Resources that can be read. */
export type Resource = ListedIn<keyof Operations>
export type Row<Of extends Resource> = Operations[`list-${Of}`]['answer']['data'][number]
type Named<Of extends Resource> = keyof Row<Of>
type Requested<Of extends Resource> = Operations[`list-${Of}`]['query']
/** Query of a list; `fields` limits the rows' properties. */
export type ListQuery<Of extends Resource, Field extends Named<Of> = Named<Of>> = Omit<
  Requested<Of>,
  'fields' | 'format'
> & { fields?: Field[] }
export type Page<Of extends Resource, Field extends Named<Of> = Named<Of>> = {
  data: Pick<Row<Of>, Field>[]
  nextCursor: string | null
}
type RecordQuery<Of extends Resource> = Omit<Operations[`get-${Of}`]['query'], 'fields'>
/** A redemption is known by its id and its time together. */
type RecordArguments<Of extends Resource> =
  {} extends RecordQuery<Of> ? [id: string, query?: RecordQuery<Of>] : [id: string, query: RecordQuery<Of>]

/** Unexpected response; `problem` is the server's description. */
export class QuaffError extends Error {
  override name = 'QuaffError'

  constructor(
    readonly status: number,
    readonly problem: Problem,
  ) {
    super(problem.message)
  }
}

export type ClientOptions = {
  /** Such as `https://console.example`. */
  baseUrl: string
  /** The secret of a key with the scopes that are read with: `qk_live_…`. */
  secret: string
  fetch?: (url: string, init: { headers: Record<string, string> }) => Promise<Response>
  /** Waits between two tries. */
  wait?: (seconds: number) => Promise<void>
}

/** Attempts per request. A rate-limited or unavailable request is retried after the pause that the server names. */
const tries = 4

export function createClient({ baseUrl, secret, fetch = globalThis.fetch, wait = pause }: ClientOptions) {
  async function ask<Answer>(path: string, query: object = {}): Promise<Answer> {
    const url = `${baseUrl.replace(/\/+$/, '')}/v1/${path}${searchOf(query)}`
    for (let left = tries - 1; ; left -= 1) {
      const response = await fetch(url, { headers: { authorization: `Bearer ${secret}`, accept: 'application/json' } })
      if (response.ok) return (await response.json()) as Answer
      const seconds = Number(response.headers.get('retry-after') ?? 0)
      if (left === 0 || seconds === 0) throw new QuaffError(response.status, await problemOf(response))
      await wait(seconds)
    }
  }

  function list<Of extends Resource, Field extends Named<Of> = Named<Of>>(
    resource: Of,
    query: ListQuery<Of, Field> = {} as ListQuery<Of, Field>,
  ): Promise<Page<Of, Field>> {
    return ask(resource, query)
  }

  /** Every row, page after page. */
  async function* paginate<Of extends Resource, Field extends Named<Of> = Named<Of>>(
    resource: Of,
    query: ListQuery<Of, Field> = {} as ListQuery<Of, Field>,
  ): AsyncGenerator<Pick<Row<Of>, Field>, void, undefined> {
    let page = await list(resource, query)
    for (;;) {
      yield* page.data
      if (page.nextCursor === null) return
      page = await list(resource, { ...query, cursor: page.nextCursor })
    }
  }

  function get<Of extends Resource>(resource: Of, ...[id, query]: RecordArguments<Of>): Promise<Row<Of>> {
    return ask(`${resource}/${encodeURIComponent(id)}`, query)
  }

  return { list, paginate, get }
}

function searchOf(query: object): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? '' : `?${search.toString()}`
}

/** A proxy may answer before the server does, in its own format. */
async function problemOf(response: Response): Promise<Problem> {
  const said: unknown = await response.json().catch(() => null)
  if (typeof said === 'object' && said !== null && 'reason' in said && 'message' in said) return said as Problem
  return { code: 'UNKNOWN', reason: 'UNKNOWN', message: `The server answered ${response.status}.` }
}

const pause = (seconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, seconds * 1000)
  })
