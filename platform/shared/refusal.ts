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

/**
 * A refusal that the caller caused and may read. `reason` is a stable upper-case word for programs,
 * `message` the sentence for people; `retryAfterSeconds` only with TOO_MANY_REQUESTS.
 */
export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    readonly reason: string,
    message: string,
    readonly detail: { retryAfterSeconds?: number; field?: string } = {},
  ) {
    super(message)
    this.name = 'Refusal'
  }
}

export type Verdict<Reason extends string> = { ok: true } | { ok: false; reason: Reason }

/** A record as the audit log calls it, and when it was last saved; null where nobody has yet. */
export type OvertakenRecord = { type: string; id: string; merchantId?: string; savedAt: Date | null }

/** The transport tells who was first, as far as the caller may know; for what is in no record of ours nobody is named. */
export class StaleVersion extends Refusal {
  constructor(readonly record?: OvertakenRecord) {
    super('CONFLICT', 'STALE_VERSION', 'Somebody else changed this while you were editing. Nothing was saved.', {
      field: 'version',
    })
  }
}

/** The second editor of a record (promise "no lost update"): nothing was saved, the form keeps what was typed. */
export function staleVersion(record?: OvertakenRecord): Refusal {
  return new StaleVersion(record)
}
