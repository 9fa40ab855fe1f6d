import type { CsvDialect } from '@quaff/platform/shared/csv-format'

/** The caller. Read from the database on every request, never from the cookie, the body or local storage. */
export type Actor = AnonymousActor | UserActor

export type AnonymousActor = { kind: 'anonymous' }

export type UserActor = {
  kind: 'user'
  sessionId: string
  userId: string
  email: string
  displayName: string | null
  photoUrl: string | null
  /** The resolved role: never empty and never `customer`, since such users get no session. May be a custom role. */
  role: string
  status: string
  merchantIds: readonly string[]
  /**
   * Merchants outside the claims that the person works on (spec §4): the one of the own application and, without any
   * claim, those the person is the owner of. They open single merchants, never lists (spec §6).
   */
  ownMerchantIds: readonly string[]
  applicationId: string | null
  phoneNumber: string | null
  hasPassword: boolean
  /** End of the time in which this session may set a password without the old one (G20); null if it may not. */
  passwordSetupUntil: Date | null
  /** When the person last proved who they are in this session. */
  authenticatedAt: Date
  /** Absent before the first choice. */
  csvDialect?: CsvDialect
  /** The platform demands a second factor of this person, who has none yet: until then nothing else is open. */
  mustEnrol?: true
  /**
   * The session previews the console as a viewer of this merchant. The actor's other fields describe that viewer;
   * `preview.role` is the person's own.
   */
  preview?: Preview
}

type Preview = { merchantId: string; merchantName: string; role: string }

/** A program with an API key: no person, no session, and never an actor of the console's own verbs. */
export type KeyActor = {
  kind: 'key'
  keyId: string
  name: string
  scopes: readonly string[]
  /** Null: all merchants. */
  merchantIds: readonly string[] | null
  requestsPerMinute: number
}

export const anonymous: AnonymousActor = { kind: 'anonymous' }
