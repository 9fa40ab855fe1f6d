import { ORPCError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { reasonOf } from '@quaff/features/reasons'
import { reportNetwork, reportReadsOnly } from '@quaff/features/sessions/console/session-widget'
import { personHeader } from '@quaff/features/sessions/contract'
import { noteServerTime } from '@quaff/platform/console/clock'
import { unconfirmedText } from '@quaff/platform/console/forms/error-text'
import {
  DownloadError,
  UploadError,
  type FileDownload,
  type SavedFile,
  type FileUpload,
} from '@quaff/platform/console/rpc'
import { preferences } from '@quaff/platform/console/theme/use-preferences'

/** Cross-site pages cannot set this header without asking first; the server refuses calls without it. */
const clientHeader = { 'x-quaff-client': 'console' } as const

/** The server refuses a call for another person than the one of the session, who may have signed in in another tab. */
function headersOf(): Record<string, string> {
  const person = tab?.person()
  return person === undefined ? clientHeader : { ...clientHeader, [personHeader]: person }
}

/** Set by a server whose database currently accepts no writes. */
const readsOnlyHeader = 'x-quaff-reads-only'

interface RpcLinkOptions {
  person: () => string | undefined
  /** The session has ended, or belongs to another person now. */
  onSessionLost: () => void
}

let tab: RpcLinkOptions | undefined

function noteReason(reason: string | undefined) {
  if (reason === 'OTHER_PERSON') tab?.onSessionLost()
}

/** These ask who is signed in, or sign in. */
const namesNoPerson = ([feature, procedure]: readonly string[]) =>
  feature === 'signIn' || (feature === 'sessions' && procedure === 'current')

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError'

async function send(request: Request, init: RequestInit): Promise<Response> {
  try {
    const response = await fetch(request, { ...init, credentials: 'same-origin' })
    reportNetwork('up')
    noteServerTime(response.headers.get('date'))
    reportReadsOnly(response.headers.has(readsOnlyHeader))
    return response
  } catch (error) {
    if (!isAbort(error)) reportNetwork('down')
    throw error
  }
}

export function createRpcLink(options: RpcLinkOptions) {
  tab = options
  return new RPCLink({
    url: `${window.location.origin}/rpc`,
    headers: (_options, path) => (namesNoPerson(path) ? clientHeader : headersOf()),
    fetch: (request, init) => send(request, init),
    interceptors: [
      async ({ next }) => {
        try {
          return await next()
        } catch (error) {
          const outsideSignIn = !window.location.pathname.startsWith('/auth/')
          const isOver = error instanceof ORPCError && error.code === 'UNAUTHORIZED'
          // The platform has begun to demand a second factor: the session says what to do.
          if (outsideSignIn && (isOver || reasonOf(error) === 'ENROL_SECOND_FACTOR')) options.onSessionLost()
          noteReason(reasonOf(error))
          throw error
        }
      },
    ],
  })
}

export async function downloadFile(
  { path, body, fileName: given }: FileDownload,
  signal: AbortSignal,
): Promise<SavedFile> {
  const request = new Request(`${path}?csv=${preferences.get().csvDialect}`, {
    method: 'POST',
    headers: { ...headersOf(), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const response = await send(request, { signal })
  if (!response.ok) throw await readDownloadRefusal(response)
  const file = await response.blob()
  signal.throwIfAborted()
  const address = URL.createObjectURL(file)
  const fileName = given ?? servedName(response)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
  return { fileName, headers: response.headers }
}

const servedName = ({ headers }: Response) =>
  /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? ''

async function readDownloadRefusal(response: Response): Promise<DownloadError> {
  const body = parseObject(await response.text().catch(() => ''))
  const message = typeof body['message'] === 'string' ? body['message'] : 'Couldn’t create the file. Try again.'
  const reason = typeof body['reason'] === 'string' ? body['reason'] : undefined
  noteReason(reason)
  return new DownloadError(message, reason)
}

const passingStatuses = new Set([408, 429, 502, 503, 504])

/** Only XMLHttpRequest reports upload progress. */
export function uploadFile({ path, fields, file, onProgress, signal }: FileUpload): Promise<unknown> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  // The server reads the file last, once it knows what it is for.
  form.append('file', file, 'image')
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    const settle = (finish: () => void) => {
      signal.removeEventListener('abort', abort)
      finish()
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total))
    request.upload.addEventListener('load', () => onProgress(1))
    request.addEventListener('abort', () => settle(() => reject(new DOMException('Cancelled', 'AbortError'))))
    request.addEventListener('error', () => settle(() => reject(new UploadError(unconfirmedText, undefined, true))))
    request.addEventListener('load', () => {
      reportNetwork('up')
      settle(() => (request.status < 300 ? resolve(parseObject(request.responseText)) : reject(readRefusal(request))))
    })
    request.open('POST', path)
    for (const [name, value] of Object.entries(headersOf())) request.setRequestHeader(name, value)
    signal.addEventListener('abort', abort)
    request.send(form)
    if (signal.aborted) abort()
  })
}

function readRefusal({ status, responseText }: XMLHttpRequest): UploadError {
  const body = parseObject(responseText)
  // A proxy in between answers without a message, and does not know what became of the upload.
  const silent = status >= 500 ? unconfirmedText : 'Couldn’t upload the file. Try again.'
  const message = typeof body['message'] === 'string' ? body['message'] : silent
  const reason = typeof body['reason'] === 'string' ? body['reason'] : undefined
  noteReason(reason)
  // A limit of an hour is no pause of seconds.
  return new UploadError(message, reason, passingStatuses.has(status) && reason !== 'RATE_LIMIT')
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
