import { ORPCError, ValidationError } from '@orpc/server'
import { tellLastSave, type LastSave } from '@quaff/features/activity/server'
import type { Context } from '@quaff/platform/server/context'
import { StaleVersion } from '@quaff/platform/shared/refusal'
import { logUnexpected, toHttpError, type HttpError } from '../edge/error-mapper'

const maxMessage = 200

/** Maps any thrown error to an error of the contract; unexpected errors are logged and hidden. */
export async function toApiError(error: unknown, ctx: Context): Promise<ORPCError<string, unknown>> {
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
