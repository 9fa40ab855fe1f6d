import { useEffect } from 'react'
import { localStore } from '@quaff/platform/console/local-store'
import { tabStore } from '@quaff/platform/console/tab-store'
import { preferences } from '@quaff/platform/console/theme/use-preferences'
import type { CurrentMerchant, Permissions, Session, SessionUser } from '../contract'
import { sessionsApi } from './sessions-queries'

const STORE_KEY = 'session'
const tabKey = 'merchant'

/**
 * Display preferences and the email address of spec §3, which survive a sign-out. All other entries belong to the
 * user.
 */
const keptAtSignOut = /^(preferences|sidebar-collapsed|columns\..+|plans\.look|sign-in-email)$/

/** Spec §3: session user, current merchant and global-view flag are persisted locally; here for the first paint only. */
export interface StoredSession {
  session: Session
  current: (CurrentMerchant & { temporary?: boolean }) | null
  isGlobalView: boolean
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null
const textOr = (value: unknown, fallback: string) => (typeof value === 'string' ? value : fallback)
const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)
const stringsOf = (value: unknown) => (Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [])

function parsePermissions(value: unknown): Permissions {
  const stored = isFields(value) ? value : {}
  return {
    canViewAllMerchants: stored.canViewAllMerchants === true,
    canEditAllMerchants: stored.canEditAllMerchants === true,
    canViewMerchantIds: stringsOf(stored.canViewMerchantIds),
    canEditMerchantIds: stringsOf(stored.canEditMerchantIds),
    canAccessAnalytics: stored.canAccessAnalytics === true,
    canManageAdmins: stored.canManageAdmins === true,
    canManageBilling: stored.canManageBilling === true,
    canViewPayouts: stored.canViewPayouts === true,
  }
}

function parseUser(value: unknown): SessionUser | null {
  if (!isFields(value) || typeof value.uid !== 'string' || typeof value.role !== 'string') return null
  return {
    uid: value.uid,
    email: textOr(value.email, ''),
    displayName: textOrNull(value.displayName),
    photoURL: textOrNull(value.photoURL),
    phoneNumber: textOrNull(value.phoneNumber),
    role: value.role,
    merchantIds: stringsOf(value.merchantIds),
    applicationId: textOrNull(value.applicationId),
    permissions: parsePermissions(value.permissions),
    hasPassword: value.hasPassword === true,
  }
}

function parseMerchant(value: unknown): (CurrentMerchant & { temporary: boolean }) | null {
  if (!isFields(value) || typeof value.id !== 'string' || typeof value.name !== 'string') return null
  const { id, name, logoUrl, timeZone, temporary } = value
  return { id, name, logoUrl: textOrNull(logoUrl), timeZone: textOrNull(timeZone), temporary: temporary === true }
}

function parsePreview(value: unknown): Session['preview'] {
  if (!isFields(value) || typeof value.merchantId !== 'string') return undefined
  return { merchantId: value.merchantId, merchantName: textOr(value.merchantName, ''), role: textOr(value.role, '') }
}

/** Anything else than what this console wrote is dropped. */
export function parseStoredSession(value: unknown): StoredSession | null {
  if (!isFields(value) || !isFields(value.session)) return null
  const user = parseUser(value.session.user)
  if (!user) return null
  const preview = parsePreview(value.session.preview)
  return {
    session: {
      user,
      assignedMerchant: parseMerchant(value.session.assignedMerchant),
      timeZone: textOr(value.session.timeZone, 'UTC'),
      version: textOr(value.session.version, ''),
      ...(value.session.mustEnrol === true ? { mustEnrol: true } : {}),
      ...(preview ? { preview } : {}),
    },
    current: parseMerchant(value.current),
    isGlobalView: value.isGlobalView === true,
  }
}

/** The merchant that this tab shows; undefined in a new tab and for another person. */
function readTab(uid: string): Pick<StoredSession, 'current' | 'isGlobalView'> | undefined {
  try {
    const value: unknown = JSON.parse(tabStore.get(tabKey) ?? 'null')
    if (!isFields(value) || value.uid !== uid) return undefined
    return { current: parseMerchant(value.current), isGlobalView: value.isGlobalView === true }
  } catch {
    return undefined
  }
}

export const storedSession = {
  /** A new tab starts with the merchant of the tab that was used last; a reload keeps the merchant of its tab. */
  read: (): StoredSession | null => {
    const stored = localStore.get(STORE_KEY, parseStoredSession)
    return stored && { ...stored, ...readTab(stored.session.user.uid) }
  },
  write: (stored: StoredSession) => {
    const { current, isGlobalView, session } = stored
    tabStore.set(tabKey, JSON.stringify({ uid: session.user.uid, current, isGlobalView }))
    localStore.set(STORE_KEY, stored)
  },
  /** Called when the person comes back to this tab. */
  noteUse: () => {
    const stored = localStore.get(STORE_KEY, parseStoredSession)
    const tab = stored && readTab(stored.session.user.uid)
    if (!tab || (tab.current?.id === stored.current?.id && tab.isGlobalView === stored.isGlobalView)) return
    localStore.set(STORE_KEY, { ...stored, ...tab })
  },
  clear: () => {
    tabStore.remove(tabKey)
    localStore.remove(STORE_KEY)
  },
  /** At sign-out: removes everything stored for the user, including drafts. */
  clearPerson: () => {
    tabStore.remove(tabKey)
    localStore.removeAllBut((key) => keptAtSignOut.test(key))
  },
  /** Also notifies about changes in other tabs. */
  subscribe: (listener: () => void) => localStore.subscribe(STORE_KEY, listener),
}

/** The format of CSV files follows the person to other browsers. Without a connection the choice stays in this one. */
export function useOwnCsvDialect(user: SessionUser | undefined) {
  const uid = user?.uid
  const saved = user?.csvDialect
  useEffect(() => {
    let known = saved ?? preferences.get().csvDialect
    if (saved) preferences.set({ csvDialect: saved })
    if (uid === undefined) return undefined
    return preferences.subscribe(() => {
      const { csvDialect } = preferences.get()
      if (csvDialect === known) return
      known = csvDialect
      sessionsApi.saveCsvDialect.call({ csvDialect }).catch(() => {})
    })
  }, [uid, saved])
}
