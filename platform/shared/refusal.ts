/** Codes of refusals that a caller can cause. The transport maps each code to a status. */
const refusalCodes = [
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'NOT_FOUND',
  'CONFLICT',
  'TOO_MANY_REQUESTS',
  'UNIMPLEMENTED',
  'SERVICE_UNAVAILABLE',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/** `field`: the input that caused it. `retryAfterSeconds`: only for refusals that pass with time. */
type RefusalDetail = { field?: string; retryAfterSeconds?: number }

/** `text`: the message for people, or a function that builds it from facts. */
type DeclaredRefusal = { code: RefusalCode; text: string | ((...details: never[]) => string) } & RefusalDetail

/**
 * Refusals of a feature, by stable upper-case reasons. Each feature declares its own in `refusals.ts`: `{ … } as const
 * satisfies Refusals`.
 */
export type Refusals = Readonly<Record<string, DeclaredRefusal>>

/** Like `Refusals`, but with the exact keys of the declaration. */
type DeclaredIn<Declared> = { readonly [Reason in keyof Declared]: DeclaredRefusal }

export type ReasonIn<Declared> = keyof Declared & string

type DetailsOf<One extends DeclaredRefusal> = One extends { text: (...details: infer Details) => string } ? Details : []

/** A refusal that the caller caused and may read. Only `refuse` creates it, so that each reason is declared. */
class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    readonly reason: string,
    message: string,
    readonly detail: RefusalDetail = {},
  ) {
    super(message)
    this.name = 'Refusal'
  }

  /** Returns the same refusal with another field or retry time. */
  with(detail: RefusalDetail): Refusal {
    return new Refusal(this.code, this.reason, this.message, { ...this.detail, ...detail })
  }
}

export type { Refusal }

export const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal

/**
 * Returns a refusal: `throw refuse(linkRefusals, 'LINK_LIMIT')`. An undeclared reason does not compile. `facts` build
 * the message.
 */
export function refuse<Declared extends DeclaredIn<Declared>, Reason extends ReasonIn<Declared>>(
  refusals: Declared,
  reason: Reason,
  ...details: DetailsOf<Declared[Reason]>
): Refusal {
  const { code, text: _, ...detail }: DeclaredRefusal = refusals[reason]
  return new Refusal(code, reason, refusalText(refusals, reason, ...details), detail)
}

/** Returns only the message, for a screen that shows it before the request. */
export function refusalText<Declared extends DeclaredIn<Declared>, Reason extends ReasonIn<Declared>>(
  refusals: Declared,
  reason: Reason,
  ...details: DetailsOf<Declared[Reason]>
): string {
  const { text }: DeclaredRefusal = refusals[reason]
  return typeof text === 'string' ? text : text(...(details as never[]))
}

export function isRefused<Declared>(error: unknown, _refusals: Declared, reason: ReasonIn<Declared>): boolean {
  return isRefusal(error) && error.reason === reason
}

export type Verdict<Reason extends string> = { ok: true } | { ok: false; reason: Reason }

const sentence = (text: string) => text

/** Refusals that all features share. */
export const platformRefusals = {
  SIGNED_OUT: { code: 'UNAUTHORIZED', text: 'Sign in to continue.' },
  ENROL_SECOND_FACTOR: { code: 'FORBIDDEN', text: 'Set up your authenticator app to continue.' },
  ROLE: { code: 'FORBIDDEN', text: 'Your role doesn’t allow this.' },
  STALE_VERSION: {
    code: 'CONFLICT',
    text: 'This was changed while you were editing. Nothing was saved.',
    field: 'version',
  },
  REQUEST_KEY: { code: 'CONFLICT', text: 'This request was already used for something else. Try again.' },
  RATE_LIMIT: { code: 'TOO_MANY_REQUESTS', text: sentence },
  BUSY: { code: 'TOO_MANY_REQUESTS', text: sentence },
  FILE_STORE: { code: 'SERVICE_UNAVAILABLE', text: sentence, retryAfterSeconds: 60 },
  CURSOR: { code: 'BAD_REQUEST', text: 'This page is no longer valid. Load the list again.', field: 'cursor' },
  CSV: { code: 'BAD_REQUEST', text: sentence, field: 'csv' },
} as const satisfies Refusals

/** Refusals of the transport, before a feature is called. */
export const transportRefusals = {
  ORIGIN: { code: 'FORBIDDEN', text: 'This request didn’t come from the console.' },
  CONTENT_TYPE: { code: 'BAD_REQUEST', text: (what: string, type: string) => `Send the ${what} as ${type}.` },
  INVALID_INPUT: { code: 'BAD_REQUEST', text: 'Couldn’t read the request.' },
  FUNCTION: { code: 'NOT_FOUND', text: 'Function not found.' },
  UPLOAD: { code: 'BAD_REQUEST', text: sentence },
  UPLOAD_CUT: { code: 'BAD_REQUEST', text: sentence },
  UPLOAD_TIMEOUT: { code: 'BAD_REQUEST', text: sentence },
  IMAGE_TOO_LARGE: { code: 'BAD_REQUEST', text: sentence },
} as const satisfies Refusals

/** Reasons of the list above, and reasons that only the transport uses. */
export type TransportReason =
  | ReasonIn<typeof transportRefusals>
  | 'TOO_LARGE'
  | 'METHOD'
  | 'PATH'
  | 'REQUEST'
  | 'DATABASE'
  | 'DISK_FULL'
  | 'UNCONFIRMED'
  | 'OFFLINE'
  | 'UNEXPECTED'

/** A record with the audit log's names, and the time of its last save; null if it was never saved. */
export type OvertakenRecord = { type: string; id: string; merchantId?: string; savedAt: Date | null }

/** The transport adds the person who saved first, if the caller may know. Without `record` it names no one. */
export class StaleVersion extends Refusal {
  constructor(readonly record?: OvertakenRecord) {
    const { code, text, field } = platformRefusals.STALE_VERSION
    super(code, 'STALE_VERSION', text, { field })
  }
}

/** Returns the refusal for the second editor of a record. Nothing was saved, and the form keeps its values. */
export function staleVersion(record?: OvertakenRecord): Refusal {
  return new StaleVersion(record)
}

/**
 * Returns the reason of a refusal of the typed API, or undefined for any other error. Features use `reasonOf`, which
 * knows their reasons.
 */
export function refusalReason(error: unknown): string | undefined {
  const reason = detailOf(error)?.['reason']
  return typeof reason === 'string' ? reason : undefined
}

/** Returns the input that a refusal names, if any. */
export function refusedField(error: unknown): string | undefined {
  const field = detailOf(error)?.['field']
  return typeof field === 'string' ? field : undefined
}

/** Returns the named input if it belongs to the form. */
export function refusedFieldOf<Field extends string>(error: unknown, fields: readonly Field[]): Field | undefined {
  const named = refusedField(error)
  return fields.find((field) => field === named)
}

function detailOf(error: unknown): Record<string, unknown> | undefined {
  if (!(error instanceof Error) || !('data' in error)) return undefined
  const { data } = error
  return typeof data === 'object' && data !== null ? { ...data } : undefined
}
