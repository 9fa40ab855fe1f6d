import { refuse, transportRefusals } from '@quaff/platform/shared/refusal'
import { toHttpError, type HttpError } from '../edge/error-mapper'
import { UploadErrorCode } from './bounded-body'

const errorReasons = {
  shape: 'UPLOAD',
  'too-large': 'IMAGE_TOO_LARGE',
  cut: 'UPLOAD_CUT',
  'too-slow': 'UPLOAD_TIMEOUT',
} as const

/** Statuses that say more than the code of a refusal. */
const statusByReason: Readonly<Record<string, Pick<HttpError, 'status' | 'code'>>> = {
  IMAGE_TOO_LARGE: { status: 413, code: 'PAYLOAD_TOO_LARGE' },
  IMAGE_TYPE: { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
  UPLOAD_TIMEOUT: { status: 408, code: 'TIMEOUT' },
}

/** Adds the endpoint's messages. Unexpected errors are passed on to the handler that logs them. */
export function toUploadError(error: unknown, sentences: Readonly<Record<UploadErrorCode['kind'], string>>): HttpError {
  if (!(error instanceof UploadErrorCode)) return withStatus(toHttpErrorOrThrow(error))
  return withStatus(toHttpError(refuse(transportRefusals, errorReasons[error.kind], sentences[error.kind])))
}

function toHttpErrorOrThrow(error: unknown): HttpError {
  const known = toHttpError(error)
  if (known.unexpected) throw error
  return known
}

function withStatus(error: HttpError): HttpError {
  return { ...error, ...statusByReason[error.reason] }
}

export const nothingThere: HttpError = {
  status: 404,
  code: 'NOT_FOUND',
  reason: 'PATH',
  message: 'Not found.',
  unexpected: false,
}
