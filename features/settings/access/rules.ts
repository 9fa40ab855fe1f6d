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
  'merchant.get': 'Open a merchant',
  'merchant.subscribers': 'See subscribers',
  'merchant.create': 'Create merchants',
  'merchant.update': 'Edit a merchant',
  'merchant.setLive': 'Pause and resume a merchant',
  'merchant.approve': 'Approve merchants',
  'merchant.requestChanges': 'Ask for changes',
  'merchant.decline': 'Decline merchants',
  'merchant.suspend': 'Suspend merchants',
  'merchant.archive': 'Archive merchants',
  'merchant.restore': 'Restore archived merchants',
  'merchant.delete': 'Delete merchants',
  'merchant.review': 'Mark merchants as reviewed',
  'merchant.impact': 'See what a change would affect',
  'merchant.export': 'Export merchants',
  'preview.start': 'Preview as a viewer of a merchant',
  'location.list': 'List locations',
  'location.get': 'Open a location',
  'location.create': 'Add locations',
  'location.update': 'Edit locations',
  'location.remove': 'Delete locations',
  'location.import': 'Import locations',
  'plan.view': 'See plans and prices',
  'plan.edit': 'Edit plans and prices',
  'promotion.catalogue': 'See the promotion catalogue',
  'promotion.list': 'See promotions of all merchants',
  'promotion.read': 'See a merchant’s promotions',
  'promotion.write': 'Enable, change and disable promotions',
  'waitlist.view': 'See waitlists and who waits',
  'waitlist.manage': 'Create and change waitlists',
  'waitlist.changeEntries': 'Invite, shortlist and remove people',
  'waitlist.import': 'Import a waitlist',
  'waitlist.export': 'Export a waitlist',
  'link.list': 'See affiliate links',
  'link.edit': 'Create and change affiliate links',
  'link.platform': 'Keep links that are no merchant’s',
  'signup.view': 'See applications',
  'signup.decide': 'Approve and decline applications',
  'form.view': 'See signup forms',
  'form.edit': 'Build and publish signup forms',
  'submission.view': 'See submissions',
  'submission.decide': 'Approve and decline submissions',
  'submission.export': 'Export submissions',
  'subscription.list': 'List subscriptions',
  'subscription.search': 'Search subscriptions of all merchants',
  'subscription.stats': 'See subscription figures',
  'subscription.cancel': 'Cancel subscriptions',
  'subscription.export': 'Export subscriptions',
  'subscription.ofUser': 'See a person’s subscriptions',
  'redemption.list': 'List redemptions',
  'redemption.insights': 'See redemption figures',
  'redemption.void': 'Void redemptions',
  'redemption.export': 'Export redemptions',
  'redemption.ofUser': 'See a person’s redemptions',
  'redemption.explain': 'Explain a customer',
  'bank.get': 'See bank details, masked',
  'bank.onFile': 'See whether bank details are on file',
  'bank.save': 'Change bank details',
  'payout.view': 'See payouts and statements',
  'payout.manage': 'Generate, adjust and approve payouts',
  'payout.bankFile': 'Download the bank file',
  'branding.get': 'See logo and mark',
  'branding.change': 'Change logo and mark',
  'onboarding.state': 'See how far the setup is',
  'onboarding.edit': 'Fill in the application',
  'onboarding.requestApproval': 'Request approval',
  'user.list': 'List people',
  'user.get': 'Open a person',
  'user.stats': 'See counts of people',
  'user.export': 'Export people',
  'user.invite': 'Invite people',
  'user.resendInvitation': 'Resend invitations',
  'user.cancelInvitation': 'Cancel invitations',
  'user.correctEmail': 'Correct the address of an invited person',
  'user.acceptInvitation': 'Accept invitations to merchants',
  'user.removeFromMerchant': 'Remove people from a merchant',
  'user.sendPasswordReset': 'Send password resets',
  'user.updateRole': 'Change roles',
  'user.suspend': 'Suspend people',
  'user.reactivate': 'Reactivate people',
  'user.delete': 'Delete people',
  'user.approve': 'Approve registrations',
  'user.reject': 'Reject registrations',
  'user.updatePerson': 'Edit a person’s name and phone number',
  'user.removeSecondFactor': 'Take away an authenticator app',
  'user.removePasskeys': 'Take passkeys away',
  'user.unlinkSingleSignOn': 'Unlink single sign-on of a person',
  'user.exportPerson': 'Export all about a person',
  'user.erase': 'Erase a person',
  'user.transferMerchant': 'Give a merchant another owner',
  'dashboard.metrics': 'See the platform’s figures',
  'dashboard.quickActions': 'Use quick actions',
  'dashboard.merchantOverview': 'See a merchant’s figures',
  'analytics.view': 'See analytics',
  'activity.recent': 'See recent activity',
  'activity.ofAnybody': 'See anybody’s activity',
  'activity.audit': 'See who changed what about a merchant',
  'settings.platform': 'Change the platform settings',
  'settings.health': 'Check system health',
  'notification.dailyMail': 'Get the daily summary by mail',
  'settings.audit': 'Read and export the audit log',
  'source.list': 'See where events come from',
  'key.list': 'See the keys of other systems',
  'key.change': 'Make, rotate and revoke keys',
  'payment.read': 'See events of the payment provider',
  'payment.settle': 'Retry and dismiss events of the payment provider',
  'import.read': 'See imports',
  'import.run': 'Bring in a business and take it back',
  'settings.mails': 'Look at the mails that are sent',
}
