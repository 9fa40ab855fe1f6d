import type { Context as HonoContext, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { getCookie } from 'hono/cookie'
import { clickPaths } from '@quaff/features/affiliates/contract'
import { brandUploadPath } from '@quaff/features/branding/contract'
import { importUploadPath } from '@quaff/features/imports/contract'
import { ingestLimits, keyPaths } from '@quaff/features/ingest/contract'
import { importLimits, importPaths } from '@quaff/features/locations/import-contract'
import { mailboxPaths } from '@quaff/features/sign-in/email-verification-contract'
import { singleSignOnLimits, singleSignOnPaths } from '@quaff/features/sign-in/single-sign-on/contract'
import { answeringPaths, formImagePath } from '@quaff/features/signup-forms/answering-contract'
import { signupPaths } from '@quaff/features/signup/contract'
import { waitlistImportLimits, waitlistImportPaths } from '@quaff/features/waitlists/contract'
import { joinRequestBytes, joinRequestPaths } from '@quaff/features/waitlists/join-contract'
import { type Refusal, refuse, type Services, transportRefusals } from '@quaff/platform/server'
import { workbookPath } from '@quaff/platform/shared/csv'
import { multipartType } from '../uploads/read-upload'
import type { Env } from './env'
import { toHttpError } from './error-mapper'
import { errorResponse } from './error-response'
import { isPlainShape } from './json-shape'
import { sessionCookieName } from './session-cookie'

const maxBodyBytes = 64 * 1024
const reading = new Set(['GET', 'HEAD', 'OPTIONS'])
const changing = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i
const plainEncoding = /^(identity)?$/i
const formType = /^application\/x-www-form-urlencoded\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i
/** A form on another site can send files, but no custom header. */
const clientHeader = 'x-quaff-client'
/** Public forms, which any site may post to. */
const strangerPaths = [joinRequestPaths, answeringPaths, mailboxPaths, signupPaths, clickPaths]
const loopbackNames = ['localhost', '127.0.0.1', '[::1]']

/** Rule R4: what may change something comes from our own pages, as JSON of a modest size and shape. */
export function originGuard(services: Services): MiddlewareHandler<Env> {
  const allowedOrigins = originsOf(services.settings.baseUrl)
  const cookieName = sessionCookieName(services)
  const check: MiddlewareHandler<Env> = async (c, next) => {
    const hasCookie = getCookie(c, cookieName) !== undefined
    if (hasCookie && !allowedOrigins.has(c.req.header('origin') ?? ''))
      return answer(c, refuse(transportRefusals, 'ORIGIN'))
    // Later handlers read the stored body.
    const body = await c.req.text()
    const type = c.req.header('content-type')
    if (type === undefined ? body !== '' : !jsonType.test(type))
      return answer(c, refuse(transportRefusals, 'CONTENT_TYPE', 'request', 'application/json'))
    if (body === '') return next()
    const json = readPlainJson(body)
    if (json === undefined) return answer(c, refuse(transportRefusals, 'INVALID_INPUT'))
    c.set('json', json)
    return next()
  }
  const guarded = both(limitBody(maxBodyBytes, 'The request is over 64 KB.'), check)
  const guardedImport = both(limitBody(importLimits.requestBytes, 'The request is over 1 MB.'), check)
  const guardedWaitlist = both(limitBody(waitlistImportLimits.requestBytes, 'The request is over 6 MB.'), check)
  const guardedStranger = both(limitBody(joinRequestBytes, 'The request is over 32 KB.'), check)
  /** Keys are in a custom header, so cookies do not matter. The signature needs the raw bytes. */
  const guardedKeyed = both(
    limitBody(ingestLimits.requestBytes, 'The request is over 2 MB.'),
    checkType(jsonType, 'application/json'),
  )
  /** The identity provider posts a form, which bears its proof in itself. */
  const guardedLogout = both(
    limitBody(singleSignOnLimits.logoutBytes, 'The request is over 64 KB.'),
    checkType(formType, 'application/x-www-form-urlencoded'),
  )
  /** A file is neither JSON nor small: its endpoint reads it bit by bit and knows the limit. */
  const checkUpload: MiddlewareHandler<Env> = async (c, next) => {
    const hasCookie = getCookie(c, cookieName) !== undefined
    const isOurs = allowedOrigins.has(c.req.header('origin') ?? '') && c.req.header(clientHeader) !== undefined
    if (hasCookie && !isOurs) return answer(c, refuse(transportRefusals, 'ORIGIN'))
    if (!multipartType.test(c.req.header('content-type') ?? ''))
      return answer(c, refuse(transportRefusals, 'CONTENT_TYPE', 'file', 'multipart/form-data'))
    return next()
  }
  return async (c, next) => {
    if (reading.has(c.req.method)) return next()
    if (!plainEncoding.test(c.req.header('content-encoding') ?? '')) return errorResponse(c, packedBody)
    if (c.req.method === 'POST' && keyPaths.test(c.req.path)) return guardedKeyed(c, next)
    if (c.req.method === 'POST' && c.req.path === singleSignOnPaths.logout) return guardedLogout(c, next)
    if (c.req.method === 'POST' && isUploadPath(c.req.path)) return checkUpload(c, next)
    if (c.req.method === 'POST' && importPaths.test(c.req.path)) return guardedImport(c, next)
    if (c.req.method === 'POST' && waitlistImportPaths.test(c.req.path)) return guardedWaitlist(c, next)
    if (c.req.method === 'POST' && isStrangerPath(c.req.path)) return guardedStranger(c, next)
    return changing.has(c.req.method) ? guarded(c, next) : errorResponse(c, unknownMethod)
  }
}

/** Chains two handlers. */
function both(first: MiddlewareHandler<Env>, second: MiddlewareHandler<Env>): MiddlewareHandler<Env> {
  return async (c, next) => {
    let answered: Response | undefined
    const refused = await first(c, async () => {
      answered = (await second(c, next)) ?? undefined
    })
    return refused ?? answered
  }
}

const checkType =
  (type: RegExp, name: string): MiddlewareHandler<Env> =>
  async (c, next) =>
    type.test(c.req.header('content-type') ?? '')
      ? next()
      : answer(c, refuse(transportRefusals, 'CONTENT_TYPE', 'request', name))

const isUploadPath = (path: string) =>
  path === brandUploadPath || path === importUploadPath || path === workbookPath || path.startsWith(`${formImagePath}/`)

/** The typed API takes its paths with a slash at the end too. */
function isStrangerPath(path: string): boolean {
  const requested = path.replace(/\/+$/, '')
  return strangerPaths.some((paths) => paths.test(requested))
}

const unknownMethod = {
  status: 405,
  code: 'METHOD_NOT_SUPPORTED',
  reason: 'METHOD',
  message: 'Method not supported.',
  unexpected: false,
} as const
/** The parser lets no body be longer than it declares; one of unknown length is counted while it is read. */
function limitBody(maxSize: number, message: string): MiddlewareHandler<Env> {
  const refuseLarge = (c: HonoContext<Env>) => errorResponse(c, { ...tooLarge, message })
  const count = bodyLimit({ maxSize, onError: refuseLarge })
  return async (c, next) => {
    const length = c.req.header('content-length')
    if (length === undefined || c.req.header('transfer-encoding') !== undefined) return count(c, next)
    return Number(length) > maxSize ? refuseLarge(c) : next()
  }
}

const packedBody = {
  status: 415,
  code: 'UNSUPPORTED_MEDIA_TYPE',
  reason: 'CONTENT_ENCODING',
  message: 'Send the body uncompressed, without a Content-Encoding header.',
  unexpected: false,
} as const
const tooLarge = { status: 413, code: 'PAYLOAD_TOO_LARGE', reason: 'TOO_LARGE', unexpected: false } as const

function answer(c: HonoContext<Env>, refusal: Refusal): Response {
  return errorResponse(c, toHttpError(refusal))
}

/** Returns undefined for invalid JSON or a shape that our calls never have. */
function readPlainJson(body: string): unknown {
  try {
    const json: unknown = JSON.parse(body)
    return isPlainShape(json) ? json : undefined
  } catch {
    return undefined
  }
}

/** On loopback all names of this machine are the same origin. */
function originsOf(baseUrl: string): Set<string> {
  const { protocol, hostname, port, origin } = new URL(baseUrl)
  if (!loopbackNames.includes(hostname)) return new Set([origin])
  return new Set(loopbackNames.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`))
}
