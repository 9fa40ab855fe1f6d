import { tokenFromEmail } from '@quaff/features/sign-in/testing/invited-user-factory'
import { asAdmin } from '@quaff/platform/testing/actors'
import { merchantOf, password } from './actor-kinds'
import { everybody, perOwnership, signedIn, strangers, type Endpoint } from './endpoint'
import { bankingEndpoints } from './endpoints/banking-endpoints'
import { brandingEndpoints } from './endpoints/branding-endpoints'
import { affiliateEndpoints, affiliateFileEndpoints } from './endpoints/growth/affiliate-endpoints'
import { formEndpoints, formFileEndpoints } from './endpoints/growth/form-endpoints'
import { mailboxEndpoints } from './endpoints/growth/mailbox-endpoints'
import { signupEndpoints } from './endpoints/growth/signup-endpoints'
import { waitlistEndpoints, waitlistFileEndpoints } from './endpoints/growth/waitlist-endpoints'
import { keyEndpoints } from './endpoints/key-endpoints'
import { locationsEndpoints } from './endpoints/locations-endpoints'
import { merchantsEndpoints } from './endpoints/merchants-endpoints'
import { importsEndpoints, importsFileEndpoints } from './endpoints/moving/imports-endpoints'
import { paymentEndpoints } from './endpoints/moving/payment-endpoints'
import { onboardingEndpoints } from './endpoints/onboarding-endpoints'
import { webhookEndpoints } from './endpoints/outward/webhook-endpoints'
import { peopleEndpoints, peopleFileEndpoints } from './endpoints/people-endpoints'
import { invitationEndpoints } from './endpoints/people/invitation-endpoints'
import { notificationsEndpoints } from './endpoints/people/notifications-endpoints'
import { plansEndpoints } from './endpoints/plans-endpoints'
import { promotionsEndpoints } from './endpoints/promotions-endpoints'
import { securityEndpoints } from './endpoints/security-endpoints'
import { settingsEndpoints, settingsFileEndpoints } from './endpoints/settings-endpoints'
import {
  customersEndpoints,
  subscriptionsEndpoints,
  subscriptionsFileEndpoints,
} from './endpoints/subscriptions-endpoints'
import { analyticsEndpoints } from './endpoints/usage/analytics-endpoints'
import { economicsEndpoints } from './endpoints/usage/economics-endpoints'
import { insightsEndpoints } from './endpoints/usage/insights-endpoints'
import { payoutEndpoints } from './endpoints/usage/payout-endpoints'
import { payoutFileEndpoints, payoutReadEndpoints } from './endpoints/usage/payout-read-endpoints'
import { redemptionsEndpoints, redemptionsFileEndpoints } from './endpoints/usage/redemptions-endpoints'
import { refundEndpoints } from './endpoints/usage/refund-endpoints'
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

const sessionEndpoints = {
  'sessions.current': { input: () => ({}), expected: { ...strangers('null'), ...signedIn('ok') } },
  'sessions.saveCsvDialect': { input: () => ({ csvDialect: 'swiss' }), expected: { ...signedOut, ...signedIn('ok') } },
  'sessions.signOut': { input: () => ({}), expected: everybody('ok') },
  'sessions.startPreview': {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row] }),
    expected: { ...signedOut, ...signedIn('FORBIDDEN'), ownerOfOne: ownOnly, ownerOfTwo: ownOnly, admin: wherever },
  },
  'sessions.endPreview': { input: () => ({}), expected: { ...signedOut, ...signedIn('ok') } },
  'sessions.live': { input: () => ({}), expected: { ...signedOut, ...signedIn('ok') } },
} satisfies Record<string, Endpoint>

/** A session changes nothing at these endpoints: the proof in the input decides. */
const signInEndpoints = {
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
      return { token: await tokenFromEmail(services, { id: userId, email }, 'password_reset'), password }
    },
    expected: everybody('ok'),
  },
  'signIn.reauthenticate': { input: () => ({ password }), expected: { ...signedOut, ...signedIn('ok') } },
  /** All actors have a password, so they must use it instead of a code. */
  'signIn.requestReauthenticationCode': { input: () => ({}), expected: { ...signedOut, ...signedIn('BAD_REQUEST') } },
  'signIn.changePassword': {
    input: () => ({ currentPassword: password, newPassword: 'another one 8', confirmPassword: 'another one 8' }),
    expected: { ...signedOut, ...signedIn('ok') },
  },
} satisfies Record<string, Endpoint>

const userEndpoints = {
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
} satisfies Record<string, Endpoint>

const merchantEndpoints = {
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
} satisfies Record<string, Endpoint>

const dashboardEndpoints = {
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
  'dashboard.firstSteps': { input: () => ({}), expected: { ...administratorsOnly, admin: 'empty' } },
  'dashboard.merchantOverview': {
    hasId: true,
    input: (_, row) => ({ merchantId: merchantOf[row] }),
    expected: { ...signedOut, customRole: 'FORBIDDEN', ...ownRows },
  },
} satisfies Record<string, Endpoint>

export const procedureEndpoints: Record<string, Endpoint> = {
  ...sessionEndpoints,
  ...signInEndpoints,
  ...securityEndpoints,
  ...userEndpoints,
  ...merchantEndpoints,
  ...dashboardEndpoints,
  ...locationsEndpoints,
  ...plansEndpoints,
  ...promotionsEndpoints,
  ...subscriptionsEndpoints,
  ...customersEndpoints,
  ...economicsEndpoints,
  ...insightsEndpoints,
  ...analyticsEndpoints,
  ...redemptionsEndpoints,
  ...payoutEndpoints,
  ...refundEndpoints,
  ...payoutReadEndpoints,
  ...settingsEndpoints,
  ...importsEndpoints,
  ...paymentEndpoints,
  ...bankingEndpoints,
  ...brandingEndpoints,
  ...merchantsEndpoints,
  ...onboardingEndpoints,
  ...notificationsEndpoints,
  ...affiliateEndpoints,
  ...keyEndpoints,
  ...webhookEndpoints,
  ...formEndpoints,
  ...mailboxEndpoints,
  ...waitlistEndpoints,
  ...signupEndpoints,
  ...peopleEndpoints,
  ...invitationEndpoints,
}

export const fileEndpoints: Record<string, Endpoint> = {
  'users-export': { input: () => ({ format: 'csv' }), expected: administratorsOnly },
  'merchants-export': { input: () => ({ format: 'csv' }), expected: administratorsOnly },
  ...subscriptionsFileEndpoints,
  ...redemptionsFileEndpoints,
  ...payoutFileEndpoints,
  ...settingsFileEndpoints,
  ...importsFileEndpoints,
  ...formFileEndpoints,
  ...waitlistFileEndpoints,
  ...affiliateFileEndpoints,
  ...peopleFileEndpoints,
}
