import { refuse, transportRefusals } from '@quaff/platform/server'
import { toHttpError, type HttpError } from '../edge/error-mapper'
import { BoundedBody, UploadErrorCode } from './bounded-body'

export const multipartType =
  /^multipart\/form-data\s*;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+./:=?-]{1,70}))\s*$/i

const maxFields = 8
const maxFieldBytes = 256
const maxHeaderBytes = 2_048

export type UploadLimits = { maxFileBytes: number; timeoutMs: number }
export type UploadForm = {
  fields: Record<string, string>
  /** Reads the file, and fails as soon as it exceeds the limit. It must be the last part. */
  readFile(): Promise<Uint8Array>
  /** Reads the file in chunks, for files larger than memory. */
  streamFile(): AsyncIterable<Uint8Array>
  /** Leaves what was not read; call it in any case. */
  close(): Promise<void>
}

type Part = { name: string; isFile: boolean }

/**
 * Reads the text fields of a multipart form up to its file, which stays unread until requested, so that rights are
 * checked first. Ignores the file name and type that the sender gives.
 */
export async function openUpload(request: Request, { maxFileBytes, timeoutMs }: UploadLimits): Promise<UploadForm> {
  const [, quoted, plain] = multipartType.exec(request.headers.get('content-type') ?? '') ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined || !request.body) throw new UploadErrorCode('shape')
  const body = new BoundedBody(request.body, AbortSignal.timeout(timeoutMs))
  const delimiter = `\r\n--${boundary}`
  try {
    const fields = await readFields(body, boundary, delimiter)
    return {
      fields,
      async readFile() {
        refuseDeclared(request, maxFileBytes)
        const file = await body.takeUntil(delimiter, maxFileBytes)
        await readEnd(body)
        return file
      },
      async *streamFile() {
        refuseDeclared(request, maxFileBytes)
        yield* body.pieces(delimiter, maxFileBytes)
        await readEnd(body)
      },
      close: () => body.close(),
    }
  } catch (error) {
    await body.close()
    throw error
  }
}

/** Rejects by the declared length before reading. */
function refuseDeclared(request: Request, maxFileBytes: number) {
  const declared = Number(request.headers.get('content-length') ?? 0)
  if (declared > maxFileBytes + maxFields * (maxFieldBytes + maxHeaderBytes)) throw new UploadErrorCode('too-large')
}

async function readEnd(body: BoundedBody) {
  if ((await body.take(2)).toString('latin1') !== '--') throw new UploadErrorCode('shape')
}

async function readFields(body: BoundedBody, boundary: string, delimiter: string): Promise<Record<string, string>> {
  if ((await body.take(boundary.length + 2)).toString('latin1') !== `--${boundary}`) throw new UploadErrorCode('shape')
  const fields = new Map<string, string>()
  for (;;) {
    if ((await body.take(2)).toString('latin1') !== '\r\n') throw new UploadErrorCode('shape')
    const part = readHeaders((await shapely(body.takeUntil('\r\n\r\n', maxHeaderBytes))).toString('latin1'))
    if (part.isFile) return Object.fromEntries(fields)
    if (fields.has(part.name) || fields.size === maxFields) throw new UploadErrorCode('shape')
    fields.set(part.name, (await shapely(body.takeUntil(delimiter, maxFieldBytes))).toString('utf8'))
  }
}

/** An overlong text field is not an overlong image. */
async function shapely(reading: Promise<Buffer>) {
  try {
    return await reading
  } catch (error) {
    throw error instanceof UploadErrorCode && error.kind === 'too-large' ? new UploadErrorCode('shape') : error
  }
}

function readHeaders(text: string): Part {
  const disposition = text.split('\r\n').find((line) => /^content-disposition\s*:/i.test(line)) ?? ''
  if (!/:\s*form-data\s*;/i.test(disposition)) throw new UploadErrorCode('shape')
  const name = /;\s*name="([\w]{1,40})"/i.exec(disposition)?.[1]
  const isFile = /;\s*filename\*?=/i.test(disposition)
  if (name === undefined || (isFile && name !== 'file')) throw new UploadErrorCode('shape')
  return { name, isFile }
}

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

function toHttpErrorOrThrow(error: unknown) {
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
