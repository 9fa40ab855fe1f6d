import type { FirstStep } from './contract'

export type FirstStepDetails = {
  baseUrl: string
  timeZone: string
  supportAddress: string | null
  defaultCurrency: string | null
  mail: { areSaved: boolean; isSent: boolean; isFailing: boolean }
  hasMerchant: boolean
  /** Signed provider events, or a program with a key for subscriptions. */
  hasPayments: boolean
  isProtected: boolean
  /** Undefined: this server takes no snapshots. */
  snapshot: Date | null | undefined
  backsUpElsewhere: boolean
}

const general = '/settings?tab=platform'
const health = { label: 'System health', href: '/settings?tab=health' }

/** In the order in which a new platform needs them. */
export function firstSteps(details: FirstStepDetails): FirstStep[] {
  const { supportAddress, defaultCurrency, timeZone, mail, snapshot } = details
  return [
    {
      id: 'support',
      title: 'Add a support email',
      text: supportAddress ?? 'People find it in emails and on public pages.',
      done: supportAddress !== null,
      links: [{ label: 'Add support email', href: general }],
    },
    {
      id: 'mail',
      title: 'Deliver emails',
      text: mailText(mail),
      done: mail.isSent && !mail.areSaved && !mail.isFailing,
      links: [health],
    },
    {
      id: 'region',
      title: 'Choose time zone and currency',
      text:
        defaultCurrency === null
          ? `Days and payouts follow ${timeZone}, first prices are in USD. Choose both before the first sale.`
          : `${timeZone}, ${defaultCurrency.toUpperCase()}`,
      done: defaultCurrency !== null,
      links: [{ label: 'Choose', href: general }],
    },
    {
      id: 'merchant',
      title: 'Add the first merchant',
      text: details.hasMerchant
        ? 'The platform has merchants.'
        : 'Enter one, invite its owner, or import your old system.',
      done: details.hasMerchant,
      links: [
        { label: 'Create merchant', href: '/merchants?action=create' },
        { label: 'Invite owner', href: '/users?action=invite-owner' },
        { label: 'Import', href: '/settings?tab=import' },
      ],
    },
    {
      id: 'payments',
      title: 'Connect payments',
      text: details.hasPayments
        ? 'Payments reach this platform.'
        : 'Let Stripe send events to this URL, set STRIPE_WEBHOOK_SECRET and restart. Or send them from your app.',
      done: details.hasPayments,
      links: [{ label: 'Create API key', href: '/settings?tab=keys' }],
      copy: `${details.baseUrl}/webhooks/stripe`,
    },
    {
      id: 'secondFactor',
      title: 'Protect administrators',
      text: details.isProtected
        ? 'An administrator uses a passkey or an authenticator app.'
        : 'With a passkey or an authenticator app, a stolen password isn’t enough.',
      done: details.isProtected,
      links: [{ label: 'Set up', href: '/settings?tab=security' }],
    },
    {
      id: 'backup',
      title: 'Back up',
      text: backupText(details),
      done: details.backsUpElsewhere || (snapshot !== null && snapshot !== undefined),
      links: [health],
      ...(snapshot === undefined && { confirm: 'Backups run' }),
    },
  ]
}

function mailText({ areSaved, isSent, isFailing }: FirstStepDetails['mail']) {
  if (areSaved) return 'Emails are saved in the folder outbox and reach no one. Set SMTP_URL and restart.'
  if (isFailing) return 'An email couldn’t be sent. Check SMTP_URL and the email server.'
  return isSent ? 'The email server accepts emails.' : 'The first email confirms it, such as an invitation.'
}

function backupText({ snapshot, backsUpElsewhere }: FirstStepDetails) {
  if (snapshot === null) return 'The first snapshot follows within 30 minutes of the first start.'
  if (snapshot) return 'A snapshot every 15 minutes, on the database’s disk. Keep a copy elsewhere.'
  if (backsUpElsewhere) return 'Backups run, and this server can’t see them.'
  return 'This server can’t see backups of its database. Schedule npm run backup, then confirm it here.'
}
