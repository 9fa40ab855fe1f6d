import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { csvDialects } from '@quaff/platform/shared/csv-format'
import { route } from '@quaff/platform/shared/procedure'
import { idSchema } from '@quaff/platform/shared/text'

export const sessionLimits = {
  lifetimeMs: 14 * 86_400_000,
  recentSignInMs: 5 * 60_000,
  passwordSetupMs: 10 * 60_000,
  /** Limits the list of own sessions. Older ones are ended together. */
  listed: 50,
  /** Accepted clock difference between servers. */
  clockToleranceMs: 5 * 60_000,
} as const

/** Header with the id of the user whose data the tab shows. */
export const personHeader = 'x-quaff-person'

/** The eight permissions of spec §3. The two id lists name the merchants; the `All` flags make them moot. */
export const permissionsSchema = z.object({
  canViewAllMerchants: z.boolean(),
  canEditAllMerchants: z.boolean(),
  canViewMerchantIds: z.array(z.string()),
  canEditMerchantIds: z.array(z.string()),
  canAccessAnalytics: z.boolean(),
  canManageAdmins: z.boolean(),
  canManageBilling: z.boolean(),
  canViewPayouts: z.boolean(),
})
export type Permissions = z.infer<typeof permissionsSchema>

/** Spec §3 "Current merchant selection"; logoUrl from branding.logoUrl, then branding.logoMarkUrl, then logoUrl. */
export const currentMerchantSchema = z.object({
  id: z.string(),
  name: z.string(),
  logoUrl: z.string().nullable(),
  /** Its own zone; absent or null: figures follow the platform's. */
  timeZone: z.string().nullish(),
})
export type CurrentMerchant = z.infer<typeof currentMerchantSchema>

const csvDialectSchema = z.enum(csvDialects)
export const sessionUserSchema = z.object({
  uid: z.string(),
  email: z.string(),
  displayName: z.string().nullable(),
  photoURL: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  /** May be a custom role. */
  role: z.string(),
  merchantIds: z.array(z.string()),
  applicationId: z.string().nullable(),
  permissions: permissionsSchema,
  hasPassword: z.boolean(),
  /** Absent before the first choice. */
  csvDialect: csvDialectSchema.optional(),
})
export type SessionUser = z.infer<typeof sessionUserSchema>

/** "Preview as viewer": the rest of the session is what a viewer of this merchant gets; `role` is the person's own. */
export const previewSchema = z.object({ merchantId: z.string(), merchantName: z.string(), role: z.string() })

export const sessionSchema = z.object({
  user: sessionUserSchema,
  /** The merchant a merchant user is assigned after sign-in (spec §4); null for administrators and when there is none. */
  assignedMerchant: currentMerchantSchema.extend({ temporary: z.boolean() }).nullable(),
  timeZone: z.string(),
  version: z.string(),
  /** The platform demands a second factor: nothing but setting one up is open until then. */
  mustEnrol: z.literal(true).optional(),
  preview: previewSchema.optional(),
  /** The session was opened by an invitation whose password is not set yet. */
  maySetPassword: z.literal(true).optional(),
})
export type Session = z.infer<typeof sessionSchema>

/** Why a session ended without a sign-out; `other`: from another device, or unknown. */
export const endReasons = ['suspended', 'rights', 'removed', 'other'] as const
export type EndReason = (typeof endReasons)[number]

/** Data that was read before joining may be older than an event, so a stream starts up to this far back. */
export const liveLimits = { overlapMs: 30_000 } as const

export const liveMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('event'), topic: z.string(), subjectId: z.string(), merchantId: z.string().nullable() }),
  /** Too many events were missed: refetch everything on screen. */
  z.object({ kind: z.literal('resync') }),
  /** The signed-in person's own account changed: re-read the session. */
  z.object({ kind: z.literal('session') }),
  /** The last message of a stream whose session is over. */
  z.object({ kind: z.literal('ended'), why: z.enum(endReasons) }),
  z.object({ kind: z.literal('hello'), version: z.string() }),
])
export type LiveMessage = z.infer<typeof liveMessageSchema>

export const ownSessionSchema = z.object({
  id: z.string(),
  /** "Chrome on macOS", as far as the browser says so. */
  device: z.string(),
  /** Without its last part; null if unknown. */
  network: z.string().nullable(),
  signedInAt: z.date(),
  /** Up to five minutes old. */
  lastSeenAt: z.date(),
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSessionSchema>

const get = route('GET', 'Session')
const post = route('POST', 'Session')

export const sessionsContract = {
  /** The signed-in person, or null. */
  current: get('/session', 'The current session').output(sessionSchema.nullable()),
  /** `continueAt`: the identity provider's sign-out page, for sessions from single sign-on. */
  signOut: post('/session/sign-out', 'Sign out')
    .input(z.strictObject({}).optional())
    .output(z.object({ success: z.literal(true), continueAt: z.url({ protocol: /^https?$/ }).optional() })),
  /** My own choice: the last write wins, so there is no version. */
  saveCsvDialect: post('/session/csv-dialect', 'Save my format of CSV files')
    .input(z.strictObject({ csvDialect: csvDialectSchema }))
    .output(z.object({ success: z.literal(true) })),
  /** The caller's sessions: this one first, then by last activity. One more than `listed` means that there are others. */
  list: get('/session/list', 'My sessions').output(z.array(ownSessionSchema)),
  /** Another one of mine. Refuses this session, which is ended by signing out. */
  end: post('/session/end', 'End one of my sessions')
    .input(z.strictObject({ sessionId: idSchema }))
    .output(z.object({ success: z.literal(true) })),
  endOthers: post('/session/end-others', 'End all my other sessions')
    .input(z.strictObject({}).optional())
    .output(z.object({ ended: z.int() })),
  /** The session then has a viewer's rights to the merchant and cannot change anything. Returns the session. */
  startPreview: post('/session/preview', 'Preview as viewer')
    .input(z.strictObject({ merchantId: idSchema }))
    .output(sessionSchema),
  /** Changes nothing when there is no preview. */
  endPreview: post('/session/preview/end', 'End the preview')
    .input(z.strictObject({}).optional())
    .output(sessionSchema),
  live: get('/live', 'IDs of changed records, as server-sent events')
    /** `agoMs`: how long ago the client began to read; later changes are repeated. */
    .input(z.strictObject({ agoMs: z.int().min(0).max(liveLimits.overlapMs).optional() }).optional())
    .output(eventIterator(liveMessageSchema)),
}
