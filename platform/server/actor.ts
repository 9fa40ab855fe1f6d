/** Who asks. Read from the database on every request; never from the cookie, the body or local storage. */
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
  applicationId: string | null
  phoneNumber: string | null
  hasPassword: boolean
  /** Until when this session may set a password without the old one (decision 20); null when it may not. */
  passwordSetupUntil: Date | null
  /** When the person last proved who they are in this session. */
  authenticatedAt: Date
}

export const anonymous: AnonymousActor = { kind: 'anonymous' }
