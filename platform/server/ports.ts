import type { HashConfig } from './imported-passwords'
import type { Flow, Reader } from './streams'

/** The outside world as the domain sees it; adapters implement these and are the only I/O. */
export type Clock = { now(): Date }

export type Ids = {
  /** Time-ordered, unguessable enough for ids (not for secrets): `newId('mer')` → `mer_01j…`. */
  newId(prefix: string): string
}

export type Secrets = {
  /** 256-bit random, base64url: links, session tokens. */
  newToken(): string
  /** Six digits, uniformly random. */
  newCode(): string
  /** Keyed hash under the server's secret: what is stored instead of the token or code. */
  hash(value: string): string
}

export type Logger = {
  debug(event: string, details?: LogDetails): void
  info(event: string, details?: LogDetails): void
  warn(event: string, details?: LogDetails): void
  error(event: string, details?: LogDetails): void
}
/** Allow-list by design: ids, counts and codes. Never addresses, names, tokens or request bodies. */
export type LogDetails = Record<string, string | number | boolean | null | undefined>

export type PasswordHasher = {
  /** Waits its turn in a bounded queue; refuses with TOO_MANY_REQUESTS when the queue is full. */
  hash(password: string): Promise<string>
  /** A null hash burns the same time, so that unknown addresses answer as slowly as known ones. */
  verify(password: string, hash: string | null): Promise<boolean>
  /** True for an imported hash, which the next successful sign-in replaces. */
  isBorrowed(hash: string): boolean
  /** Id of the settings of the imported hashes; null without settings. */
  findBorrowedFrom(): Promise<string | null>
  /** Keeps such settings where the next start finds them, and checks with them from now on. */
  borrow(config: HashConfig): Promise<void>
}

export type LiveTopic =
  | 'merchant'
  | 'user'
  | 'session'
  | 'audit'
  | 'subscription'
  | 'redemption'
  | 'import'
  | 'payment'
  | 'webhook'

/** Contains ids and versions only; each receiver reads the row with its own rights. */
export type LiveEvent = {
  /** Cursor: ascending in commit order. */
  cursor: string
  topic: LiveTopic
  subjectId: string
  merchantId: string | null
}

/** `resync`: the cursor is too old, or too many events were missed. */
export type LiveDelivery = LiveEvent | { resync: true; cursor: string }

/** A cursor; or a time back from now, for readers without one; null = from now on. */
export type LiveStart = string | { agoMs: number } | null

export type LiveBus = {
  /** Wakes the readers; call after the transaction that wrote the event has committed. */
  wake(): void
  /** Events committed after `since`, the same object to all who follow. */
  follow(since: LiveStart, reader: Reader<LiveDelivery>): Flow
  /** The same in a loop, until the signal aborts. */
  subscribe(since: LiveStart, signal: AbortSignal): AsyncIterable<LiveDelivery>
}

export type MailMessage = {
  to: string
  subject: string
  html: string
  text: string
  /** Reply-To address. Defaults to the sender. */
  replyTo?: string | null
  /** https: or mailto: */
  unsubscribeUrl?: string | null
}
export type Mailer = {
  /** Resolves when the server accepted the email; throws otherwise, and the outbox retries. */
  send(message: MailMessage & { id: string }): Promise<void>
}

/** Files by key, outside the database. A key is visible only once its bytes are whole. */
export type FileStore = {
  /** Gives up after two minutes for an operation, ten for an upload (spec §9). Writing a key again replaces it. */
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>
  /** Null when there is none. */
  get(key: string): Promise<Uint8Array | null>
  /** Fine when there is none. */
  remove(key: string): Promise<void>
  /** Throws when the store cannot be written to. */
  check(): Promise<void>
}

/** Free space on the disk of the data folder; null if unknown. Never waits long. */
export type DiskRoom = { read(): Promise<{ freeBytes: number; totalBytes: number } | null> }

/** Uploaded source files: a folder of any depth or a single file. Read-only. */
export type SourceFiles = {
  /** Paths below the folder in the order of their names, with `/` everywhere. Links are not followed. */
  list(): Promise<{ path: string; bytes: number }[]>
  /** Reads at most `length` bytes from `start`. Defaults to the whole file. */
  open(path: string, part?: { start: number; length: number }): AsyncIterable<Buffer>
}

/** Disk space for data that is larger than memory, by name. Only the user of this process can read it. */
export type Workbench = {
  spool(name: string): Spool
  /** Stores a file as it arrives and removes an interrupted one. Each name holds one file. */
  receive(name: string, fileName: string, chunks: AsyncIterable<Uint8Array>): Promise<SourceFiles>
  /** The file that was received; fine when there is none. */
  discard(name: string): Promise<void>
}

/** An empty folder that is filled, readable only by the user of this process. */
export type TargetFiles = {
  /** Appends to a file, which the first call creates. `/` in the path creates folders. */
  append(path: string, text: string): Promise<void>
  /** A whole file. */
  write(path: string, bytes: Uint8Array): Promise<void>
  /** Data is complete on disk only after this. */
  close(): Promise<void>
}

/** Named line files for sorting data that is larger than memory. */
export type Spool = {
  clear(): Promise<void>
  add(name: string, line: string): Promise<void>
  /** Data is complete on disk only after this. */
  close(): Promise<void>
  /** Returns true if the spool was closed and still exists. */
  isWhole(): Promise<boolean>
  /** Empty if nothing was added. */
  lines(name: string): AsyncIterable<string>
  remove(): Promise<void>
}

/** Authenticated encryption of single fields. What it is `boundTo` must be named again to open it: a moved text stays shut. */
export type FieldCipher = {
  currentKeyId: string
  keyIds: readonly string[]
  /** The text names its key: `v1.<keyId>.<nonce>.<cipher>.<tag>`. */
  encrypt(plain: string, boundTo: string): string
  /** Throws when the text was altered, moved, or its key is unknown. */
  decrypt(text: string, boundTo: string): string
}

/** A deadlock, and reads that no order of the two would have given: the database has taken one of two transactions back. */
export const entangledCodes = ['40P01', '40001'] as const
export type EntangledCode = (typeof entangledCodes)[number]

/** Counts transaction retries since the process started. */
export type RepeatTally = { add(code: EntangledCode): void; read(code: EntangledCode): number }

/** Attributes of a span: names, codes and counts. Never ids of people, addresses, tokens or texts with values. */
type SpanDetails = Readonly<Record<string, string | number | boolean>>
export type SpanBeginning = {
  name: string
  /** `server` and `consumer` start a trace; the others belong to the current span. */
  kind: 'server' | 'consumer' | 'client' | 'internal'
  details?: SpanDetails
  /** The caller's `traceparent`, stored as a link and never used as the parent. */
  link?: string | undefined
  /** True: runs without a span unless a recorded parent span is still open. */
  isPart?: boolean
}
export type Span = {
  rename(name: string): void
  note(details: SpanDetails): void
  /** Records a code or class name, never a message. */
  fail(code: string): void
}
export type Tracer = {
  /** Runs `work` within a span, which ends with it; what it throws is noted and thrown on. */
  span<T>(beginning: SpanBeginning, work: (span: Span) => Promise<T>): Promise<T>
  /** Id of the current trace; null outside of a span or if it is not sampled. */
  traceId(): string | null
}

/** Verifies the signature header of the payment provider. */
export type PaymentSignatures = {
  /** False: events of its test mode alone are taken. */
  isLive: boolean
  judge(
    body: Uint8Array,
    header: string,
    at: { now: Date; toleranceSeconds: number },
  ): Promise<'good' | 'wrong' | 'late'>
}

/** Result of one request to an external address. `error` is set if there was no response. */
export type WebhookResponse = {
  status: number | null
  error: WebhookRequestError | null
  /** The beginning of the answer. */
  text: string
  durationMs: number
}
export type WebhookRequestError = 'ADDRESS' | 'NAME' | 'CONNECTION' | 'TLS' | 'TIMEOUT'

export type WebhookPoster = {
  /** Never throws and follows no redirects. */
  post(request: { url: string; headers: Record<string, string>; body: string }): Promise<WebhookResponse>
}

/** Identity that the provider has just signed. */
export type ProvenIdentity = {
  issuer: string
  subject: string
  /** The provider's session id, if it names one. */
  sessionId: string | null
  /** The provider's spelling; null unless the provider has verified the address. */
  verifiedEmail: string | null
  idToken: string
}
/** AWAY: no answer in time. ANSWER: one that proves nothing. CANCELLED: the person stopped there. `code` is for the log. */
export type IdentityError = { error: 'AWAY' | 'ANSWER' | 'CANCELLED'; code: string }
/** Secrets of one attempt, known only to the server until the callback. */
export type AttemptSecrets = { state: string; nonce: string; verifier: string }

/** The company's identity provider. Its errors are returned, never thrown. */
export type IdentityProvider = {
  /** Button text: "Continue with …". */
  name: string
  issuer: string
  /** Email domains whose users have no other sign-in method, in lower case. */
  requiredFor: readonly string[]
  startSignIn(redirectUri: string, secrets: AttemptSecrets): Promise<{ url: string } | IdentityError>
  /** `address`: where the provider sent the browser back to, with all that it put there. */
  finishSignIn(address: URL, secrets: AttemptSecrets): Promise<{ identity: ProvenIdentity } | IdentityError>
  /** Null if the provider has no sign-out page or does not respond quickly; signing out never waits. */
  findSignOutUrl(given: { returnTo: string; idToken: string | null }): Promise<string | null>
  /** Returns the sessions that the provider has ended; at least one of the two ids is set. */
  readLogout(token: string): Promise<{ ended: { subject?: string; sessionId?: string } } | IdentityError>
}
