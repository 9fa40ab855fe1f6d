/** Codes of refusals that a caller can cause; the transport maps each to a status. */
export const refusalCodes = [
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

/** `field`: the input that it is about; `retryAfterSeconds` only of what passes by itself. */
type RefusalDetail = { field?: string; retryAfterSeconds?: number }

/** The sentence for people, whole or made of facts. */
type DeclaredRefusal = { code: RefusalCode; text: string | ((...facts: never[]) => string) } & RefusalDetail

/**
 * What a feature may refuse, by stable upper-case reasons for programs. Each feature declares its own once, in
 * `refusals.ts`: `{ … } as const satisfies Refusals`.
 */
export type Refusals = Readonly<Record<string, DeclaredRefusal>>

/** Like `Refusals`, but only what is really there. */
type DeclaredIn<Declared> = { readonly [Reason in keyof Declared]: DeclaredRefusal }

export type ReasonIn<Declared> = keyof Declared & string

type FactsOf<One extends DeclaredRefusal> = One extends { text: (...facts: infer Facts) => string } ? Facts : []

/** A refusal that the caller caused and may read. Made by `refuse` only, so that each one is declared. */
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

  /** The same about another field, or for another time. */
  with(detail: RefusalDetail): Refusal {
    return new Refusal(this.code, this.reason, this.message, { ...this.detail, ...detail })
  }
}

export type { Refusal }

export const isRefusal = (error: unknown): error is Refusal => error instanceof Refusal

/** `throw refuse(linkRefusals, 'LINK_LIMIT')`: a reason that is not declared does not compile. `facts` make the sentence. */
export function refuse<Declared extends DeclaredIn<Declared>, Reason extends ReasonIn<Declared>>(
  refusals: Declared,
  reason: Reason,
  ...facts: FactsOf<Declared[Reason]>
): Refusal {
  const { code, text: _, ...detail }: DeclaredRefusal = refusals[reason]
  return new Refusal(code, reason, refusalText(refusals, reason, ...facts), detail)
}

/** The sentence alone, where a screen says beforehand what the server would. */
export function refusalText<Declared extends DeclaredIn<Declared>, Reason extends ReasonIn<Declared>>(
  refusals: Declared,
  reason: Reason,
  ...facts: FactsOf<Declared[Reason]>
): string {
  const { text }: DeclaredRefusal = refusals[reason]
  return typeof text === 'string' ? text : text(...(facts as never[]))
}

export function isRefused<Declared>(error: unknown, _refusals: Declared, reason: ReasonIn<Declared>): boolean {
  return isRefusal(error) && error.reason === reason
}

export type Verdict<Reason extends string> = { ok: true } | { ok: false; reason: Reason }

const sentence = (text: string) => text

/** What every product like this may refuse, whatever the feature. */
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

/** What is refused before any feature is asked. */
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

/** Those of the list, and what only the transport itself says. */
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

/** A record as the audit log calls it, and when it was last saved; null where nobody has yet. */
export type OvertakenRecord = { type: string; id: string; merchantId?: string; savedAt: Date | null }

/** The transport tells who was first, as far as the caller may know; for what is in no record of ours nobody is named. */
export class StaleVersion extends Refusal {
  constructor(readonly record?: OvertakenRecord) {
    const { code, text, field } = platformRefusals.STALE_VERSION
    super(code, 'STALE_VERSION', text, { field })
  }
}

/** The second editor of a record (promise "no lost update"): nothing was saved, the form keeps what was typed. */
export function staleVersion(record?: OvertakenRecord): Refusal {
  return new StaleVersion(record)
}

/** The stable word of a refusal of the typed API; undefined for any other error. Features ask `reasonOf`, which knows the words. */
export function refusalReason(error: unknown): string | undefined {
  const reason = detailOf(error)?.['reason']
  return typeof reason === 'string' ? reason : undefined
}

/** The input that a refusal is about, where it names one. */
export function refusedField(error: unknown): string | undefined {
  const field = detailOf(error)?.['field']
  return typeof field === 'string' ? field : undefined
}

/** The same where it is one of the form's. */
export function refusedFieldOf<Field extends string>(error: unknown, fields: readonly Field[]): Field | undefined {
  const named = refusedField(error)
  return fields.find((field) => field === named)
}

function detailOf(error: unknown): Record<string, unknown> | undefined {
  if (!(error instanceof Error) || !('data' in error)) return undefined
  const { data } = error
  return typeof data === 'object' && data !== null ? { ...data } : undefined
}
