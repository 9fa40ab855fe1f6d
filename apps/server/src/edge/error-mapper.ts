import { ORPCError, ValidationError } from '@orpc/server'
import { HTTPException } from 'hono/http-exception'
import { ZodError } from 'zod'
import {
  causesOf,
  codeOf,
  isDatabaseAway,
  isRefusal,
  type Logger,
  type Refusal,
  type RefusalCode,
  UnconfirmedCommit,
} from '@quaff/platform/server'

export type HttpError = {
  status: number
  code: string
  reason: string
  message: string
  field?: string
  retryAfterSeconds?: number
  /** Ours to look into: logged, and its message hidden. */
  unexpected: boolean
}

const statusOf = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_MANY_REQUESTS: 429,
  UNIMPLEMENTED: 501,
  SERVICE_UNAVAILABLE: 503,
} as const satisfies Record<RefusalCode, number>

const invalidInput: HttpError = {
  status: 400,
  code: 'BAD_REQUEST',
  reason: 'INVALID_INPUT',
  message: 'Some values are invalid.',
  unexpected: false,
}
const databaseAway: HttpError = {
  status: 503,
  code: 'SERVICE_UNAVAILABLE',
  reason: 'DATABASE',
  message: 'Couldn’t reach the database. Try again in a few seconds.',
  retryAfterSeconds: 3,
  unexpected: false,
}
const unconfirmed: HttpError = {
  ...databaseAway,
  reason: 'UNCONFIRMED',
  message: 'Lost the connection to the database while saving. Check whether it was saved before you try again.',
}
const diskFull: HttpError = {
  status: 503,
  code: 'SERVICE_UNAVAILABLE',
  reason: 'DISK_FULL',
  message: 'The server’s disk is full. Ask your server administrator to free space, then try again.',
  retryAfterSeconds: 60,
  unexpected: false,
}
const unknownError: HttpError = {
  status: 500,
  code: 'INTERNAL_SERVER_ERROR',
  reason: 'UNEXPECTED',
  message: 'Something went wrong on our side. Try again.',
  unexpected: true,
}

/** The one place where a thrown value becomes an answer; never a stack, a query or a driver's words. */
export function toHttpError(error: unknown): HttpError {
  const chain = causesOf(error)
  const refusal = chain.find(isRefusal)
  if (refusal) return fromRefusal(refusal)
  if (chain.some((cause) => cause instanceof ZodError || isInputError(cause))) return invalidInput
  if (chain.some((cause) => fullCodes.has(codeOf(cause) ?? ''))) return diskFull
  if (chain.some((cause) => cause instanceof UnconfirmedCommit)) return unconfirmed
  if (isDatabaseAway(error)) return databaseAway
  if (error instanceof ORPCError && error.status < 500) return fromOrpc(error)
  if (error instanceof HTTPException && error.status < 500) {
    return {
      status: error.status,
      code: 'BAD_REQUEST',
      reason: 'REQUEST',
      message: 'Couldn’t read the request.',
      unexpected: false,
    }
  }
  return unknownError
}

/** Class, code and place only: messages of drivers repeat the values of the query. */
export function logUnexpected(log: Logger, error: unknown, requestId: string) {
  const chain = causesOf(error)
  const place = chain
    .at(-1)
    ?.stack?.split('\n')
    .filter((line) => line.trimStart().startsWith('at '))
    .slice(0, 6)
    .join(' | ')
  const code = chain.map(codeOf).find((found) => found !== undefined)
  log.error('request_failed', {
    requestId,
    error: chain.map((cause) => cause.name).join(' < ') || typeof error,
    code,
    place,
  })
}

function fromRefusal({ code, reason, message, detail }: Refusal): HttpError {
  return { status: statusOf[code], code, reason, message, ...detail, unexpected: false }
}

/** Raised by the library itself: an unknown procedure, a body that is not its protocol. */
function fromOrpc(error: ORPCError<string, unknown>): HttpError {
  if (error.code === 'BAD_REQUEST') return invalidInput
  return { status: error.status, code: error.code, reason: error.code, message: error.message, unexpected: false }
}

/** Bytes, numbers and dates that no column takes: the caller's values, not our query. */
const inputCodes = new Set(['22001', '22003', '22008', '22021', '22P02', '22P05'])
const isInputError = (error: Error) =>
  inputCodes.has(codeOf(error) ?? '') ||
  (error instanceof ValidationError && error.message === 'Input validation failed')

/** Codes of the file system and of PostgreSQL. */
const fullCodes = new Set(['ENOSPC', 'EDQUOT', '53100'])
