import { adminRole } from '@quaff/platform/shared/product'
import { sessionLimits, type EndReason, type Permissions } from './contract'

/** Spec §6 as the eight permissions of §3; a custom role has none. */
export function permissionsFor(role: string, merchantIds: readonly string[]): Permissions {
  const isAdmin = role === adminRole
  const isOwner = role === 'merchant_owner'
  const isViewer = role === 'merchant_viewer'
  return {
    canViewAllMerchants: isAdmin,
    canEditAllMerchants: isAdmin,
    canViewMerchantIds: isOwner || isViewer ? [...merchantIds] : [],
    canEditMerchantIds: isOwner ? [...merchantIds] : [],
    canAccessAnalytics: isAdmin || isOwner || isViewer,
    canManageAdmins: isAdmin,
    canManageBilling: isAdmin || isOwner,
    canViewPayouts: isAdmin || isOwner || isViewer,
  }
}

export type AssignableMerchant = { id: string; name: string; logoUrl: string | null; timeZone?: string | null }

/** Spec §4: first of the claims, else the owned one, else the application's, else a temporary one made from the application. */
export function assignMerchant<M extends AssignableMerchant>(details: {
  role: string
  claimed: M | null
  owned: M | null
  applied: M | null
  application: { id: string; businessName: string } | null
}): (AssignableMerchant & { temporary: boolean }) | null {
  if (details.role !== 'merchant_owner' && details.role !== 'merchant_viewer') return null
  const found = details.claimed ?? details.owned ?? details.applied
  if (found) {
    const { id, name, logoUrl, timeZone } = found
    return { id, name, logoUrl, ...(timeZone ? { timeZone } : {}), temporary: false }
  }
  if (!details.application) return null
  return { id: details.application.id, name: details.application.businessName, logoUrl: null, temporary: true }
}

/** G22; the limit itself still counts as recent, and nothing that a clock wrote which was set back since. */
export function isRecentSignIn(authenticatedAt: Date, now: Date): boolean {
  const ageMs = now.getTime() - authenticatedAt.getTime()
  return ageMs <= sessionLimits.recentSignInMs && ageMs >= -sessionLimits.clockToleranceMs
}

/** Over, or begun by a clock that was set back since: it would last longer than any session may. */
export function isSessionOver(expiresAt: Date, now: Date): boolean {
  const leftMs = expiresAt.getTime() - now.getTime()
  return leftMs <= 0 || leftMs > sessionLimits.lifetimeMs + sessionLimits.clockToleranceMs
}

/** G20: for a while after the invitation, once. */
export function maySetPassword(until: Date | null, now: Date): boolean {
  return until !== null && until.getTime() > now.getTime()
}

/** The platform's switch asks administrators only. */
export function isSecondFactorRequired(role: string, isDemanded: boolean): boolean {
  return isDemanded && role === adminRole
}

export function mustEnrol(details: { role: string; demandsSecondFactor: boolean; hasSecondFactor: boolean }): boolean {
  return !details.hasSecondFactor && isSecondFactorRequired(details.role, details.demandsSecondFactor)
}

/** True if the preview shows nothing that the user may not see. Checked on each request. */
export function mayPreview(
  details: { role: string; merchantIds: readonly string[]; mustEnrol: boolean },
  merchantId: string,
): boolean {
  if (details.mustEnrol) return false
  return details.role === adminRole || (details.role === 'merchant_owner' && details.merchantIds.includes(merchantId))
}

/** Procedures that a preview may call besides reads, by path. */
const openInPreview: ReadonlySet<string> = new Set(['sessions.endPreview', 'sessions.signOut'])

/** `method` as the contract declares it; a procedure that declares none counts as a change. */
export function isOpenInPreview(call: { path: string; method: string | undefined }): boolean {
  return call.method === 'GET' || openInPreview.has(call.path)
}

type RoleAndMerchants = { role: string | null; merchantIds: readonly string[] }

/** Decides what happened to the user `before`. A preview has other rights, so only the role is compared. */
export function decideEnd(
  before: RoleAndMerchants & { preview?: { role: string } },
  after: (RoleAndMerchants & { status: string }) | null,
): EndReason {
  if (!after) return 'removed'
  if (after.status === 'suspended') return 'suspended'
  if (after.role !== (before.preview?.role ?? before.role)) return 'rights'
  return before.preview || sameIds(before.merchantIds, after.merchantIds) ? 'other' : 'rights'
}

export type Rights = RoleAndMerchants & { ownMerchantIds: readonly string[]; applicationId: string | null }

/**
 * True if the user's rights have changed. Administrators' rights do not depend on memberships, ownership or
 * applications.
 */
export function haveRightsChanged(before: Rights, after: Rights): boolean {
  if (before.role !== after.role) return true
  if (before.role === adminRole) return false
  const isSame = sameIds(before.merchantIds, after.merchantIds) && sameIds(before.ownMerchantIds, after.ownMerchantIds)
  return !isSame || before.applicationId !== after.applicationId
}

const sameIds = (one: readonly string[], other: readonly string[]) =>
  one.toSorted().join(' ') === other.toSorted().join(' ')

const browsers: [mark: RegExp, name: string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Version\/.+Safari\//, 'Safari'],
]

const systems: [mark: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** "Chrome on macOS": the reported browser, for display only. It can be forged, so nothing depends on it. */
export function describeDevice(userAgent: string | null): string {
  const nameIn = (known: typeof browsers) => known.find(([mark]) => mark.test(userAgent ?? ''))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (browser && system) return `${browser} on ${system}`
  // A program names itself: "curl/8.5.0".
  const [program] = /^(?!Mozilla)[A-Za-z][\w.-]{1,30}(?=\/)/.exec(userAgent ?? '') ?? []
  return browser ?? program ?? system ?? 'Unknown device'
}

/** Enough to recognise one's own network: the last part is left out. */
export function shortNetwork(network: string | null): string | null {
  if (!network || network === 'unknown') return null
  const four = /^(\d+\.\d+\.\d+)\.\d+$/.exec(network)
  if (four) return `${four[1]}.x`
  return network.endsWith('::/64') ? `${network.slice(0, -'::/64'.length)}:x` : network
}
