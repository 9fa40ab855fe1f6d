import { type ClientLink, createORPCClient, DynamicLink, ORPCError } from '@orpc/client'
import type { AnyContractRouter, ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { refusalReason } from '../shared/refusal'
import { noteUnconfirmed, unreachableText } from './forms/error-text'

type RpcLink = ClientLink<Record<never, never>>

let currentLink: RpcLink | undefined

/** Called once by the app before anything is rendered. `onFailure` writes down what failed. */
export function setRpcLink(link: RpcLink, onFailure: (failed: FailedCall) => void = logFailedCall) {
  currentLink = watched(link, onFailure)
}

export const offlineText = 'You’re offline. Try again when you’re back online.'

/** Failures are logged and rethrown (spec §8). */
function watched(link: RpcLink, onFailure: (failed: FailedCall) => void): RpcLink {
  return {
    call: async (path, input, options) => {
      const isOffline = !navigator.onLine
      try {
        return await link.call(path, input, options)
      } catch (error) {
        if (isAbort(error)) throw error
        const thrown = isOffline ? withOfflineMessage(error) : error
        noteUnconfirmed(thrown, unrepeatable.get(path.join('.')))
        onFailure(describeFailure(path, thrown))
        throw thrown
      }
    },
  }
}

/** A call that was begun and ended offline never left; one whose connection broke on the way may have arrived. */
function withOfflineMessage(error: unknown): unknown {
  if (error instanceof ORPCError || navigator.onLine) return error
  return new ORPCError('SERVICE_UNAVAILABLE', { status: 503, message: offlineText, data: { reason: 'OFFLINE' } })
}

const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError'

const lazyLink = new DynamicLink<Record<never, never>>(() => {
  if (!currentLink) throw new Error('setRpcLink must be called before the first request')
  return currentLink
})

const unrepeatable = new Map<string, string>()

/** Procedures that a second call carries out again or refuses, with the text for a lost answer. */
export const unrepeatableProcedures = (): ReadonlyMap<string, string> => unrepeatable

/**
 * Query and mutation options of a router, with keys from the contract's paths. `lost` names the procedures that a
 * second call repeats or refuses, with the message for a lost response.
 */
export function createApi<TContract extends AnyContractRouter>(
  name: string,
  lost: { readonly [Procedure in keyof TContract]?: string } = {},
) {
  for (const [procedure, text] of Object.entries(lost)) unrepeatable.set(`${name}.${procedure}`, text)
  const client: ContractRouterClient<TContract> = createORPCClient(lazyLink, { path: [name] })
  return createTanstackQueryUtils(client, { path: [name] })
}

export interface FileDownload {
  /** Path on our own server that answers POST with a file. */
  path: string
  body: unknown
  /** The server's own when absent. */
  fileName?: string
}

export interface SavedFile {
  fileName: string
  headers: Headers
}

/** `reason` is the server's word for programs; the message is for people. */
export class DownloadError extends Error {
  override name = 'DownloadError'
  readonly data: { reason: string | undefined }

  constructor(message: string, reason: string | undefined) {
    super(message)
    this.data = { reason }
  }
}

type Downloader = (file: FileDownload, signal: AbortSignal) => Promise<SavedFile | void>
const downloads = new Set<AbortController>()
let currentDownloader: Downloader | undefined

/** Called once by the app, which alone may fetch. */
export function setFileDownloader(downloader: Downloader) {
  currentDownloader = downloader
}

/** Rejects with a DownloadError when the server refuses. */
export async function downloadFile(file: FileDownload): Promise<SavedFile | undefined> {
  if (!currentDownloader) throw new Error('setFileDownloader must be called before the first download')
  const controller = new AbortController()
  downloads.add(controller)
  try {
    return (await currentDownloader(file, controller.signal)) ?? undefined
  } catch (error) {
    if (controller.signal.aborted)
      throw new DownloadError('You switched the merchant or account before the file was ready.', 'DROPPED')
    // Like a failed fetch: no part of the file has arrived.
    throw error instanceof TypeError ? new DownloadError(unreachableText, undefined) : error
  } finally {
    downloads.delete(controller)
  }
}

/** Files still being made would be taken for those of the merchant on screen now. */
export function dropDownloads(): void {
  for (const controller of downloads) controller.abort()
}

export interface FileUpload {
  /** Path on our own server that takes a form with one file. */
  path: string
  fields: Record<string, string>
  file: Blob
  /** 0–1 of the bytes sent; 1 means that the server is at work. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** `reason` is the server's word for programs; `passing`: the same upload may go well later. */
export class UploadError extends Error {
  override name = 'UploadError'
  readonly data: { reason: string | undefined }

  constructor(
    message: string,
    reason: string | undefined,
    readonly passing: boolean,
  ) {
    super(message)
    this.data = { reason }
  }
}

let currentUploader: ((upload: FileUpload) => Promise<unknown>) | undefined

/** Called once by the app, which alone may send. */
export function setFileUploader(uploader: (upload: FileUpload) => Promise<unknown>) {
  currentUploader = uploader
}

/** Resolves with the server's response. Rejects with an UploadError, or with the signal's reason after an abort. */
export async function uploadFile(upload: FileUpload): Promise<unknown> {
  if (!currentUploader) throw new Error('setFileUploader must be called before the first upload')
  return currentUploader(upload)
}

/** The loggable part of a failed call: never its input, its message or a name. */
export type FailedCall = {
  event: 'call_failed'
  /** Example: "merchants.update". */
  procedure: string
  /** HTTP status; null where nothing answered. */
  status: number | null
  reason: string
}

function describeFailure(path: readonly string[], error: unknown): FailedCall {
  const status = error instanceof ORPCError ? error.status : null
  return { event: 'call_failed', procedure: path.join('.'), status, reason: refusalReason(error) ?? nameOf(error) }
}

function nameOf(error: unknown): string {
  if (error instanceof ORPCError) return error.code
  return error instanceof Error ? error.name : 'unknown'
}

/** Logs to the browser console (spec §8: "logged") as a warning, because the screen already shows the error. */
function logFailedCall(failed: FailedCall): void {
  // The browser's log is what is meant here.
  // oxlint-disable-next-line no-console
  console.warn(JSON.stringify(failed))
}
