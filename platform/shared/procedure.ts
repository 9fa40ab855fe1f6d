import { oc } from '@orpc/contract'
import { z } from 'zod'

const refusalData = z.object({
  reason: z.string(),
  field: z.string().optional(),
  retryAfterSeconds: z.number().optional(),
  requestId: z.string().optional(),
  /** With STALE_VERSION: who was first, in words that the caller may read, and when. */
  savedBy: z.string().optional(),
  savedAt: z.date().optional(),
})

/** Every procedure of the typed API starts here, so that each declares the same refusals. */
export const procedure = oc.errors({
  BAD_REQUEST: { status: 400, data: refusalData },
  UNAUTHORIZED: { status: 401, data: refusalData },
  FORBIDDEN: { status: 403, data: refusalData },
  NOT_FOUND: { status: 404, data: refusalData },
  CONFLICT: { status: 409, data: refusalData },
  TOO_MANY_REQUESTS: { status: 429, data: refusalData },
  SERVICE_UNAVAILABLE: { status: 503, data: refusalData },
})

/** `const get = route('GET', 'Users')`: the procedures that the description of the API lists under one heading. */
export const route =
  (method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', heading: string) => (path: `/${string}`, summary: string) =>
    procedure.route({ method, path, summary, tags: [heading] })
