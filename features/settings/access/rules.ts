import { sentenceCase } from '@quaff/platform/shared/readable-text'

/** Action → roles, as every feature keeps it and its verbs check it. */
type PermissionTable = Readonly<Record<string, readonly string[]>>
export type PermissionArea = { area: string; table: PermissionTable }
export type Right = { action: string; words: string; roles: readonly string[] }
export type RightGroup = { area: string; rights: Right[] }

/** The features' own tables in words; an area without actions is left out. */
export function rightGroups(areas: readonly PermissionArea[]): RightGroup[] {
  return areas
    .map(({ area, table }) => ({
      area,
      rights: Object.entries(table).map(([action, roles]) => ({ action, words: actionWords(action), roles })),
    }))
    .filter(({ rights }) => rights.length > 0)
}

/** Every word that was typed stands in the action or in the name of its group. */
export function findRights(groups: readonly RightGroup[], query: string): RightGroup[] {
  const typed = query.toLowerCase().split(/\s+/)
  return groups
    .map(({ area, rights }) => ({
      area,
      rights: rights.filter(({ words: ownWords }) => {
        const text = `${area} ${ownWords}`.toLowerCase()
        return typed.every((word) => text.includes(word))
      }),
    }))
    .filter(({ rights }) => rights.length > 0)
}

/** What a role may do itself, and whom to ask for the rest: an owner, who is nearer, where one may. */
export function whoMay(rights: readonly Right[], role: string) {
  const mine = rights.filter(({ roles }) => roles.includes(role))
  const rest = rights.filter(({ roles }) => !roles.includes(role))
  const ownersMay = ({ roles }: Right) => roles.includes('merchant_owner')
  return { mine, owners: rest.filter(ownersMay), others: rest.filter((right) => !ownersMay(right)) }
}

export function actionWords(action: string): string {
  return Object.hasOwn(words, action) ? (words[action] ?? action) : wordsOfName(action)
}

/** An action that is new here still reads as something: "merchant.setLive" → "Set live". */
function wordsOfName(action: string): string {
  const name = action.split('.').at(-1) ?? action
  return sentenceCase(name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase())
}

const words: Readonly<Record<string, string>> = {
  'merchant.list': 'List merchants',
  'merchant.get': 'View a merchant',
  'merchant.subscribers': 'View subscribers',
  'merchant.create': 'Create merchants',
  'merchant.update': 'Edit a merchant',
  'merchant.setLive': 'Pause and resume a merchant',
  'merchant.approve': 'Approve merchants',
  'merchant.requestChanges': 'Request changes',
  'merchant.decline': 'Decline merchants',
  'merchant.suspend': 'Suspend merchants',
  'merchant.archive': 'Archive merchants',
  'merchant.restore': 'Restore archived merchants',
  'merchant.delete': 'Delete merchants',
  'merchant.review': 'Mark merchants as reviewed',
  'merchant.impact': 'View the impact of a change',
  'merchant.export': 'Export merchants',
  'preview.start': 'Preview a merchant as a viewer',
  'location.list': 'List locations',
  'location.get': 'View a location',
  'location.create': 'Add locations',
  'location.update': 'Edit locations',
  'location.remove': 'Delete locations',
  'location.import': 'Import locations',
  'plan.view': 'View plans and prices',
  'plan.edit': 'Edit plans and prices',
  'promotion.catalogue': 'View the promotion catalog',
  'promotion.list': 'View all merchants’ promotions',
  'promotion.read': 'View a merchant’s promotions',
  'promotion.write': 'Enable, edit and disable promotions',
  'waitlist.view': 'View waitlists and their entries',
  'waitlist.manage': 'Create and edit waitlists',
  'waitlist.changeEntries': 'Invite, shortlist and remove entries',
  'waitlist.import': 'Import a waitlist',
  'waitlist.export': 'Export a waitlist',
  'link.list': 'View affiliate links',
  'link.edit': 'Create and edit affiliate links',
  'link.platform': 'Manage links without a merchant',
  'signup.view': 'View applications',
  'signup.decide': 'Approve and decline applications',
  'form.view': 'View signup forms',
  'form.edit': 'Build and publish signup forms',
  'submission.view': 'View submissions',
  'submission.decide': 'Approve and decline submissions',
  'submission.export': 'Export submissions',
  'subscription.list': 'List subscriptions',
  'subscription.search': 'Search all merchants’ subscriptions',
  'subscription.stats': 'View subscription metrics',
  'subscription.cancel': 'Cancel subscriptions',
  'subscription.export': 'Export subscriptions',
  'subscription.ofUser': 'View a customer’s subscriptions',
  'redemption.list': 'List redemptions',
  'redemption.insights': 'View redemption metrics',
  'redemption.void': 'Void redemptions',
  'redemption.export': 'Export redemptions',
  'redemption.ofUser': 'View a customer’s redemptions',
  'redemption.explain': 'Check whether a customer can redeem',
  'bank.get': 'View masked bank details',
  'bank.onFile': 'Check whether bank details are on file',
  'bank.save': 'Change bank details',
  'payout.view': 'View payouts and statements',
  'payout.manage': 'Generate, adjust and approve payouts',
  'payout.bankFile': 'Download the bank file',
  'branding.get': 'View logo and mark',
  'branding.change': 'Change logo and mark',
  'onboarding.state': 'View setup progress',
  'onboarding.edit': 'Fill in the application',
  'onboarding.requestApproval': 'Request approval',
  'user.list': 'List users',
  'user.get': 'View a user',
  'user.stats': 'View user counts',
  'user.export': 'Export users',
  'user.invite': 'Invite users',
  'user.resendInvitation': 'Resend invitations',
  'user.cancelInvitation': 'Cancel invitations',
  'user.correctEmail': 'Correct an invited user’s email',
  'user.acceptInvitation': 'Accept invitations to merchants',
  'user.removeFromMerchant': 'Remove users from a merchant',
  'user.sendPasswordReset': 'Send password resets',
  'user.updateRole': 'Change roles',
  'user.suspend': 'Suspend users',
  'user.reactivate': 'Reactivate users',
  'user.delete': 'Delete users',
  'user.approve': 'Approve registrations',
  'user.reject': 'Reject registrations',
  'user.updatePerson': 'Edit a user’s name and phone number',
  'user.removeSecondFactor': 'Remove a user’s authenticator app',
  'user.removePasskeys': 'Remove a user’s passkeys',
  'user.unlinkSingleSignOn': 'Unlink a user’s single sign-on',
  'user.exportPerson': 'Export a user’s data',
  'user.erase': 'Erase a user',
  'user.transferMerchant': 'Transfer a merchant',
  'dashboard.metrics': 'View platform metrics',
  'dashboard.quickActions': 'Use quick actions',
  'dashboard.merchantOverview': 'View a merchant’s metrics',
  'analytics.view': 'View analytics',
  'activity.recent': 'View recent activity',
  'activity.ofAnybody': 'View any user’s activity',
  'activity.audit': 'View a merchant’s change history',
  'settings.platform': 'Change the platform settings',
  'settings.health': 'Check system health',
  'notification.dailyMail': 'Get the daily summary by email',
  'settings.audit': 'Read and export the audit log',
  'source.list': 'View event sources',
  'key.list': 'View API keys',
  'key.change': 'Create, rotate and revoke API keys',
  'payment.read': 'View payment provider events',
  'payment.settle': 'Retry and dismiss payment provider events',
  'import.read': 'View imports',
  'import.run': 'Run and undo imports',
  'settings.mails': 'Preview emails',
}
