import { mailedToken } from '@quaff/features/sign-in/testing/invited-user-factory'
import { asAdmin } from '@quaff/platform/testing/actors'
import { merchantOf, password } from './actor-kinds'
import { everybody, perOwnership, signedIn, strangers, type Door } from './door'
import { bankingDoors } from './doors/banking-doors'
import { brandingDoors } from './doors/branding-doors'
import { affiliateDoors, affiliateFileDoors } from './doors/growth/affiliate-doors'
import { formDoors, formFileDoors } from './doors/growth/form-doors'
import { mailboxDoors } from './doors/growth/mailbox-doors'
import { signupDoors } from './doors/growth/signup-doors'
import { waitlistDoors, waitlistFileDoors } from './doors/growth/waitlist-doors'
import { keyDoors } from './doors/key-doors'
import { locationsDoors } from './doors/locations-doors'
import { merchantsDoors } from './doors/merchants-doors'
import { importsDoors, importsFileDoors } from './doors/moving/imports-doors'
import { paymentDoors } from './doors/moving/payment-doors'
import { onboardingDoors } from './doors/onboarding-doors'
import { webhookDoors } from './doors/outward/webhook-doors'
import { peopleDoors, peopleFileDoors } from './doors/people-doors'
import { invitationDoors } from './doors/people/invitation-doors'
import { notificationsDoors } from './doors/people/notifications-doors'
import { plansDoors } from './doors/plans-doors'
import { promotionsDoors } from './doors/promotions-doors'
import { securityDoors } from './doors/security-doors'
import { settingsDoors, settingsFileDoors } from './doors/settings-doors'
import { customersDoors, subscriptionsDoors, subscriptionsFileDoors } from './doors/subscriptions-doors'
import { analyticsDoors } from './doors/usage/analytics-doors'
import { economicsDoors } from './doors/usage/economics-doors'
import { insightsDoors } from './doors/usage/insights-doors'
import { payoutDoors } from './doors/usage/payout-doors'
import { payoutFileDoors, payoutReadDoors } from './doors/usage/payout-read-doors'
import { redemptionsDoors, redemptionsFileDoors } from './doors/usage/redemptions-doors'
import { refundDoors } from './doors/usage/refund-doors'
import { auditedMerchant, insertColleague, invitation, newAddress } from './target-rows'

const signedOut = strangers('UNAUTHORIZED')
const ownOnly = perOwnership('ok', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const nowhere = perOwnership('NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND')
const wherever = perOwnership('ok', 'ok', 'NOT_FOUND', 'NOT_FOUND')
/** Staff of any kind, each over their own rows. */
const staff = { viewerOwn: 'ok', ownerOfOne: 'ok', ownerOfTwo: 'ok', admin: 'ok' } as const
const administratorsOnly = { ...signedOut, ...signedIn('FORBIDDEN'), admin: 'ok' } as const
const ownRows = { viewerOwn: ownOnly, viewerNone: nowhere, ownerOfOne: ownOnly, ownerOfTwo: ownOnly, admin: wherever }
/** A filter by merchant narrows what one may see anyway: it never refuses and never widens. */
const ownMatches = perOwnership('ok', 'empty', 'empty', 'ok')
const filtered = {
  viewerOwn: ownMatches,
  viewerNone: perOwnership('empty', 'empty', 'empty', 'empty'),
  ownerOfOne: ownMatches,
  ownerOfTwo: ownMatches,
  admin: perOwnership('ok', 'ok', 'empty', 'ok'),
}
/** Users outside the caller's scope are left out. */
const ownNamed = perOwnership('ok', 'empty', 'empty', 'empty')
const named = {
  ...filtered,
  ownerOfOne: ownNamed,
  ownerOfTwo: ownNamed,
  viewerOwn: ownNamed,
  admin: perOwnership('ok', 'ok', 'empty', 'empty'),
}

const sessionDoors = {
  'sessions.current': { input: () => ({}), expected: { ...strangers('null'), ...signedIn('ok') } },
  'sessions.signOut': { input: () => ({}), expected: everybody('ok') },
  'sessions.startPreview': {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row] }),
    expected: { ...signedOut, ...signedIn('FORBIDDEN'), ownerOfOne: ownOnly, ownerOfTwo: ownOnly, admin: wherever },
  },
  'sessions.endPreview': { input: () => ({}), expected: { ...signedOut, ...signedIn('ok') } },
  'sessions.live': { input: () => ({}), expected: { ...signedOut, ...signedIn('ok') } },
} satisfies Record<string, Door>

/** A session changes nothing at these endpoints: the proof in the input decides. */
const signInDoors = {
  'signIn.withPassword': {
    input: async (services) => ({ email: (await asAdmin(services, { password })).email, password }),
    expected: everybody('ok'),
  },
  'signIn.requestLink': { input: async (services) => ({ email: newAddress(services) }), expected: everybody('ok') },
  'signIn.checkLink': { input: () => ({ token: 'x'.repeat(43) }), expected: everybody('ok') },
  'signIn.completeLink': { input: (services) => invitation(services), expected: everybody('ok') },
  'signIn.setPassword': {
    input: () => ({ password: 'another one 8' }),
    expected: { ...signedOut, ...signedIn('FORBIDDEN') },
  },
  'signIn.checkUserExists': { input: (services) => ({ email: newAddress(services) }), expected: everybody('ok') },
  'signIn.requestActivationCode': { input: (services) => ({ email: newAddress(services) }), expected: everybody('ok') },
  'signIn.setupAccount': {
    async input(services) {
      const { email, token } = await invitation(services)
      return { email, displayName: 'Ina Vited', password, invitationToken: token }
    },
    expected: everybody('ok'),
  },
  'signIn.requestPasswordReset': { input: (services) => ({ email: newAddress(services) }), expected: everybody('ok') },
  'signIn.resetPassword': {
    async input(services) {
      const { userId, email } = await asAdmin(services)
      return { token: await mailedToken(services, { id: userId, email }, 'password_reset'), password }
    },
    expected: everybody('ok'),
  },
  'signIn.reauthenticate': { input: () => ({ password }), expected: { ...signedOut, ...signedIn('ok') } },
  /** They all have a password, which is what they are asked for then. */
  'signIn.requestReauthenticationCode': { input: () => ({}), expected: { ...signedOut, ...signedIn('BAD_REQUEST') } },
  'signIn.changePassword': {
    input: () => ({ currentPassword: password, newPassword: 'another one 8', confirmPassword: 'another one 8' }),
    expected: { ...signedOut, ...signedIn('ok') },
  },
} satisfies Record<string, Door>

const userDoors = {
  'users.list': {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row] }),
    expected: { ...signedOut, customRole: 'FORBIDDEN', ...filtered },
  },
  'users.listIds': {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row] }),
    expected: { ...signedOut, customRole: 'FORBIDDEN', ...filtered },
  },
  'users.listSelected': {
    hasId: true,
    input: async (services, row) => ({ ids: [await insertColleague(services, row, 'active')] }),
    expected: { ...signedOut, customRole: 'FORBIDDEN', ...named },
  },
  'users.get': {
    hasId: true,
    input: async (services, row) => ({ userId: await insertColleague(services, row, 'active') }),
    expected: { ...signedOut, customRole: 'FORBIDDEN', ...ownRows },
  },
  'users.stats': {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row] }),
    expected: { ...signedOut, customRole: 'FORBIDDEN', ...filtered },
  },
  'users.updateProfile': {
    input: () => ({ displayName: 'New Name', phoneNumber: '' }),
    expected: { ...signedOut, ...signedIn('ok') },
  },
} satisfies Record<string, Door>

const merchantDoors = {
  'merchants.list': {
    input: () => ({}),
    expected: { ...signedOut, customRole: 'FORBIDDEN', viewerNone: 'empty', ...staff },
  },
  'merchants.counts': {
    input: () => ({}),
    expected: { ...signedOut, customRole: 'FORBIDDEN', viewerNone: 'ok', ...staff },
  },
  'merchants.get': {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row] }),
    expected: { ...signedOut, customRole: 'FORBIDDEN', ...ownRows },
  },
  'merchants.options': {
    input: () => ({}),
    expected: { ...signedOut, customRole: 'FORBIDDEN', viewerNone: 'empty', ...staff },
  },
} satisfies Record<string, Door>

const dashboardDoors = {
  'activity.recent': { input: () => ({}), expected: administratorsOnly },
  'activity.ofUser': {
    hasId: true,
    /** Colleagues count as others: only administrators read other users. */
    input: async (services, row) => ({ userId: await insertColleague(services, row, 'active') }),
    expected: {
      ...signedOut,
      ...signedIn('NOT_FOUND'),
      admin: perOwnership('empty', 'empty', 'NOT_FOUND', 'NOT_FOUND'),
    },
  },
  'activity.merchantAudit': {
    hasId: true,
    input: auditedMerchant,
    expected: { ...signedOut, ...signedIn('FORBIDDEN'), admin: wherever },
  },
  'dashboard.metrics': { input: () => ({}), expected: administratorsOnly },
  'dashboard.quickActions': { input: () => ({}), expected: administratorsOnly },
  'dashboard.merchantOverview': {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row] }),
    expected: { ...signedOut, customRole: 'FORBIDDEN', ...ownRows },
  },
} satisfies Record<string, Door>

export const procedureDoors: Record<string, Door> = {
  ...sessionDoors,
  ...signInDoors,
  ...securityDoors,
  ...userDoors,
  ...merchantDoors,
  ...dashboardDoors,
  ...locationsDoors,
  ...plansDoors,
  ...promotionsDoors,
  ...subscriptionsDoors,
  ...customersDoors,
  ...economicsDoors,
  ...insightsDoors,
  ...analyticsDoors,
  ...redemptionsDoors,
  ...payoutDoors,
  ...refundDoors,
  ...payoutReadDoors,
  ...settingsDoors,
  ...importsDoors,
  ...paymentDoors,
  ...bankingDoors,
  ...brandingDoors,
  ...merchantsDoors,
  ...onboardingDoors,
  ...notificationsDoors,
  ...affiliateDoors,
  ...keyDoors,
  ...webhookDoors,
  ...formDoors,
  ...mailboxDoors,
  ...waitlistDoors,
  ...signupDoors,
  ...peopleDoors,
  ...invitationDoors,
}

export const fileDoors: Record<string, Door> = {
  'users-export': { input: () => ({ format: 'csv' }), expected: administratorsOnly },
  'merchants-export': { input: () => ({ format: 'csv' }), expected: administratorsOnly },
  ...subscriptionsFileDoors,
  ...redemptionsFileDoors,
  ...payoutFileDoors,
  ...settingsFileDoors,
  ...importsFileDoors,
  ...formFileDoors,
  ...waitlistFileDoors,
  ...affiliateFileDoors,
  ...peopleFileDoors,
}
