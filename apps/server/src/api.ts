import { StandardOpenAPIHandler } from '@orpc/openapi/standard'
import { ORPCError, ValidationError } from '@orpc/server'
import { StrictGetMethodPlugin } from '@orpc/server/plugins'
import type { StandardHandleResult } from '@orpc/server/standard'
import type { StandardLazyRequest } from '@orpc/standard-server'
import { toFetchResponse } from '@orpc/standard-server-fetch'
import { experimental_ZodSmartCoercionPlugin as CoercionPlugin } from '@orpc/zod/zod4'
import type { Hono, MiddlewareHandler } from 'hono'
import { tellLastSave, type LastSave } from '@quaff/features/activity/server'
import { personHeader } from '@quaff/features/sessions/contract'
import { refuseOtherPerson } from '@quaff/features/sessions/server'
import {
  type Context,
  refuse,
  type Services,
  type Source,
  StaleVersion,
  transportRefusals,
} from '@quaff/platform/server'
import { mountApiDocs } from './api/api-docs'
import { eventWriter, type WriteEvents } from './api/event-writer'
import { openProcedureContext } from './api/open-context'
import { chooseDatabase } from './api/read-places'
import { readRequest, leaveOutAbsent } from './api/read-request'
import { type GuardedCall, refuseChangesInPreview, refuseRightsFirst } from './api/rights-before-shape'
import { createRpcHandler } from './api/rpc-handler'
import { mountCallables } from './callables'
import type { Env } from './edge/env'
import { logUnexpected, toHttpError, type HttpError } from './edge/error-mapper'
import { plainAnswer } from './edge/error-response'
import { isPlainQuery } from './edge/json-shape'
import { mountFiles } from './files'
import { mountKeyEndpoints } from './keys/key-endpoints'
import { mountPaymentEndpoints } from './keys/payment-endpoints'
import { router } from './router'
import { mountShortLinks } from './short-links'
import { mountSingleSignOn } from './single-sign-on-endpoints'

/** Data of a request for the response's headers. */
type Answer = { retryAfterSeconds?: number; procedure?: string; source?: Source<object> }
/** `named`: the user whose data the tab shows. */
type ApiContext = Context & { answer: Answer; named: string | undefined }

/** Every endpoint to the verbs: the console's protocol, the same procedures as REST, the callables and the downloads. */
export function mountApi(app: Hono<Env>, services: Services): void {
  // Batches are off: one request is one call, which keeps the limits honest.
  const rpc = createRpcHandler<ApiContext>(router, {
    clientInterceptors: [answerErrors, guardCaller, chooseDatabase, refuseRightsFirst],
    plugins: [new StrictGetMethodPlugin()],
  })
  // URL parameters are text; the console's RPC protocol carries numbers and dates.
  const rest = new StandardOpenAPIHandler<ApiContext>(router, {
    clientInterceptors: [leaveOutAbsent, guardCaller, chooseDatabase, refuseRightsFirst],
    // The second plugin wraps the first, so that coercion errors look like every other refusal.
    plugins: [
      new CoercionPlugin(),
      { init: ({ clientInterceptors }) => void clientInterceptors?.unshift(answerErrors) },
    ],
  })
  mountFiles(app, services)
  mountShortLinks(app, services)
  mountSingleSignOn(app, services)
  mountKeyEndpoints(app, services)
  mountPaymentEndpoints(app, services)
  mountApiDocs(app, services)
  app.use(
    '/rpc/*',
    serve(
      services,
      '/rpc',
      eventWriter((json) => ({ json })),
      async (request, context) => {
        // To the library any method but GET is a call with a body: a HEAD would run a change past the guard at the edge.
        if (request.method !== 'GET' && request.method !== 'POST') return { matched: false, response: undefined }
        return rpc.handle(request, { prefix: '/rpc', context })
      },
    ),
  )
  app.use(
    '/api/*',
    serve(
      services,
      '/api',
      eventWriter((message) => message),
      async (request, context) => {
        if (!isPlainQuery(request.url.searchParams)) throw refuse(transportRefusals, 'INVALID_INPUT')
        return rest.handle(request, { prefix: '/api', context })
      },
    ),
  )
  mountCallables(app, services)
}

function guardCaller(call: Called): Promise<unknown> {
  refuseOtherPerson(call.context.actor, call.context.named)
  refuseChangesInPreview(call)
  return call.next()
}

/** Names known procedures only, because the caller may write anything into the URL. */
async function answerErrors({ next, path, context }: Called): Promise<unknown> {
  context.answer.procedure = path.join('/')
  try {
    return await next()
  } catch (error) {
    const mapped = await toApiError(error, context)
    context.answer.retryAfterSeconds = retryAfterOf(mapped.data)
    throw mapped
  }
}

type Called = GuardedCall & { next(): Promise<unknown>; context: ApiContext }
type Handle = (request: StandardLazyRequest, context: ApiContext) => Promise<StandardHandleResult>

/**
 * Returns the library's response unchanged: a new Response would turn its text into a stream, which leaves the
 * process in chunks.
 */
function serve(services: Services, prefix: string, writeEvents: WriteEvents, handle: Handle): MiddlewareHandler<Env> {
  return async (c, next) => {
    const answer: Answer = {}
    const stream = (source: Source<object>) => void (answer.source = source)
    const context = await openProcedureContext(c, services, { answer, stream, named: c.req.header(personHeader) })
    const { matched, response: made } = await handle(readRequest(c), context)
    if (answer.procedure) c.set('route', `${prefix}/${answer.procedure}`)
    if (!matched) return next()
    const response = answer.source
      ? writeEvents(answer.source, () => void c.env?.outgoing?.destroy())
      : (plainAnswer(c, made) ?? toFetchResponse(made))
    // The console says so: what is shown may lack the last seconds, and nothing can be changed.
    if (context.isAlone) response.headers.set('x-quaff-reads-only', '1')
    if (answer.retryAfterSeconds !== undefined) response.headers.set('retry-after', String(answer.retryAfterSeconds))
    return response
  }
}

function retryAfterOf(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null || !('retryAfterSeconds' in data)) return undefined
  return typeof data.retryAfterSeconds === 'number' ? data.retryAfterSeconds : undefined
}

const maxMessage = 200

/** Maps any thrown error to an error of the contract; unexpected errors are logged and hidden. */
async function toApiError(error: unknown, ctx: Context): Promise<ORPCError<string, unknown>> {
  const known = invalidInput(error) ?? toHttpError(error)
  const { requestId } = ctx.request
  if (known.unexpected) logUnexpected(ctx.log, error, requestId)
  const { status, code, message, reason, field, retryAfterSeconds } = known
  const lastSave = error instanceof StaleVersion ? await lastSaveOf(error, ctx) : undefined
  return new ORPCError(code, { status, message, data: { reason, field, retryAfterSeconds, requestId, ...lastSave } })
}

/** The refusal works without it too. */
async function lastSaveOf({ record }: StaleVersion, ctx: Context): Promise<LastSave | undefined> {
  return record && tellLastSave(ctx, record).catch(() => undefined)
}

/** The first thing wrong with the input, in the words of its schema, so that a form can show it at the field. */
function invalidInput(error: unknown): HttpError | undefined {
  const cause = error instanceof ORPCError && error.code === 'BAD_REQUEST' ? error.cause : undefined
  const [issue] = cause instanceof ValidationError ? cause.issues : []
  if (!issue) return undefined
  const [first] = issue.path ?? []
  const key = typeof first === 'object' ? first.key : first
  return {
    status: 400,
    code: 'BAD_REQUEST',
    reason: 'INVALID_INPUT',
    message: repeatsInput(issue) ? 'The request contains an unexpected value.' : issue.message.slice(0, maxMessage),
    field: key === undefined ? undefined : String(key).slice(0, maxMessage),
    unexpected: false,
  }
}

/** Names of unknown keys are the caller's own text: nothing that was sent comes back. */
const repeatsInput = (issue: object) => 'code' in issue && issue.code === 'unrecognized_keys'
