import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { CsvDialect } from '@quaff/platform/shared/csv-format'
import type { Release } from '@quaff/platform/shared/product'
import { type Actor, anonymous } from './actor'
import type {
  Clock,
  DiskRoom,
  FieldCipher,
  FileStore,
  IdentityProvider,
  Ids,
  LiveBus,
  Logger,
  PasswordHasher,
  PaymentSignatures,
  RepeatTally,
  Secrets,
  Tracer,
  Workbench,
} from './ports'
import type { ReadPool } from './reading/batch-reads'
import type { Replicas } from './reading/replicas'
import type { Source } from './streams'

export type Database = NodePgDatabase & { $client: ReadPool; $batching: Database }
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]

/** Either: stores that only read take this. */
export type Queryable = Database | Transaction

/** Pictures of a map; `url` holds `{z}`, `{x}` and `{y}`. */
export type MapTiles = { url: string; credits: { name: string; link: string | null }[] }

export type AppSettings = {
  /** Origin of the console without a trailing slash; every link in an email starts with it. */
  baseUrl: string
  /** IANA zone that decides "today", "this month" and daily points. */
  timeZone: string
  /** Changes with each build of the console, so that open tabs reload. */
  consoleBuild: string
  release: Release
  /** Plain http on loopback: cookies go without the `__Host-` prefix and Secure. */
  secureCookies: boolean
  /** Creation times of this server's migrations, in milliseconds. Undefined if not needed. */
  migrationTimes?: readonly number[]
  /** Null or absent: maps are rendered without streets. */
  mapTiles?: MapTiles | null
  /** Emails are saved as files, and no one receives them. */
  savesMails?: boolean
  /** Webhooks may lead into the own network, over plain http too: for trying things out. */
  privateWebhooks?: boolean
}

/** Services with the lifetime of the process. */
export type Services = {
  db: Database
  /** Absent: all reads use `db`. */
  replicas?: Replicas
  clock: Clock
  ids: Ids
  log: Logger
  live: LiveBus
  passwords: PasswordHasher
  secrets: Secrets
  files: FileStore
  workbench: Workbench
  fieldCipher: FieldCipher
  /** Absent: no payment provider is set up. */
  paymentSignatures?: PaymentSignatures | null
  /** Absent: people sign in here alone. */
  identityProvider?: IdentityProvider | null
  /** Absent: another tool backs the database up. */
  snapshots?: { findNewest(): Promise<Date | null> }
  /** Disk of the data folder. Undefined if not needed. */
  disk?: DiskRoom
  /** Undefined if not counted. */
  repeats?: RepeatTally
  /** Undefined without tracing. */
  tracer?: Tracer
  settings: AppSettings
}

export type RequestContext = {
  requestId: string
  /** /64 for IPv6, the address for IPv4: the key of network limits. */
  network: string
  userAgent: string
  /** Id of the browser from its signed cookie; null for other callers. It identifies the browser, not its user. */
  browser: string | null
  /** Aborted when the caller disconnects before the response. */
  signal?: AbortSignal
}

/** The request's context, which is passed to each verb. */
export type Context = Services & {
  /** The writable database, if `db` may be a replica. */
  primary?: Database
  /** `db` is a replica, and there is nothing else: who asks and what they may was read there. */
  isAlone?: boolean
  actor: Actor
  request: RequestContext
  /** CSV format of a download. Defaults to commas. */
  csvDialect?: CsvDialect
  /** Takes an endless stream instead of a response. Undefined if the caller iterates over the result itself. */
  stream?(source: Source<object>): void
  /** Response cookies are set by the transport after the verb has returned. */
  cookies: CookieJar
}

export type CookieJar = {
  /** Signed, HttpOnly session cookie; `expires` is the session's end. */
  setSession(token: string, expires: Date): void
  /**
   * Clears what the browser has cached. The cookie of an ended session stays: a late answer that deletes it would delete
   * the one of a sign-in in another tab.
   */
  clearCache(): void
  /** Signed and HttpOnly too; stays when the session goes. */
  setBrowser(id: string, expires: Date): void
}

/** Context of a command on the server's machine: no account and no cookies, and recorded as such in the audit log. */
export function commandLineContext(services: Services): Context {
  return {
    ...services,
    actor: anonymous,
    request: { requestId: 'command-line', network: 'command-line', userAgent: 'command-line', browser: null },
    cookies: { setSession: () => {}, clearCache: () => {}, setBrowser: () => {} },
  }
}
