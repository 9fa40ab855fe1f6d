import { oc } from '@orpc/contract'
import { z } from 'zod'

const refusalData = z.object({
  reason: z.string(),
  field: z.string().optional(),
  retryAfterSeconds: z.number().optional(),
  requestId: z.string().optional(),
  /** STALE_VERSION only: the person who saved first, in words that the caller may read, and the time. */
  savedBy: z.string().optional(),
  savedAt: z.date().optional(),
})

/** The base of every procedure, so that all declare the same refusals. */
export const procedure = oc.errors({
  BAD_REQUEST: { status: 400, data: refusalData },
  UNAUTHORIZED: { status: 401, data: refusalData },
  FORBIDDEN: { status: 403, data: refusalData },
  NOT_FOUND: { status: 404, data: refusalData },
  CONFLICT: { status: 409, data: refusalData },
  TOO_MANY_REQUESTS: { status: 429, data: refusalData },
  SERVICE_UNAVAILABLE: { status: 503, data: refusalData },
})

/** Returns a builder for procedures under one heading of the API description: `const get = route('GET', 'Users')`. */
export const route =
  (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', heading: string) => (path: `/${string}`, summary: string) =>
    procedure.route({ method, path, summary, tags: [heading] })
