import type { ReactElement, ReactNode } from 'react'
import { type Context, isolated, product, queueMail, type Transaction } from '@quaff/platform/server'
import { MailLines, MailLink } from '@quaff/platform/server/mail/mail-layout'
import { merchantPage } from '@quaff/platform/shared/safe-address'
import { topicLabels } from '../completeness-rules'
import type { CompletenessStep } from '../contract'
import { changesText } from '../review-rules'
import { plainLine } from './clean-profile'
import { listOwnersToMail, type StoredMerchant } from './merchant-record-store'

/** Returns the address of a console page that selects the merchant of the email. */
export type PageUrl = (path: string) => string

/** Its footer doesn't say that the email may be ignored: each one concerns the reader's own merchant. */
export type MerchantMail = { template: string; subject: string; body: ReactElement; isWarning: true }

function MerchantEmail({ url, link, children }: { url: string; link: string; children: ReactNode }) {
  return (
    <>
      {children}
      <MailLink href={url}>{link}</MailLink>
    </>
  )
}

export function approvedMail(urlOf: PageUrl, name: string, isLive: boolean): MerchantMail {
  return {
    isWarning: true,
    template: 'merchant_approved',
    subject: `${isolated(name)} is approved`,
    body: (
      <MerchantEmail url={urlOf('/dashboard')} link="Open dashboard">
        <p>
          {isolated(name)} is approved on {product.name}.
        </p>
        <p>
          {isLive ? 'It’s selling. Customers can find it now.' : 'Sales are paused. Resume them when you’re ready.'}
        </p>
      </MerchantEmail>
    ),
  }
}

type RequestedChanges = { items: readonly CompletenessStep[]; note: string; isActive: boolean }

export function changesRequestedMail(urlOf: PageUrl, name: string, request: RequestedChanges): MerchantMail {
  const { items, note, isActive } = request
  return {
    isWarning: true,
    template: 'merchant_changes_requested',
    subject: `${isolated(name)} needs a few changes`,
    body: (
      <MerchantEmail url={urlOf(isActive ? '/dashboard' : '/merchants/onboarding')} link="Make changes">
        <p>{changesText(name, isActive)}</p>
        {items.length > 0 && (
          <ul>
            {items.map((item) => (
              <li key={item}>{topicLabels[item]}</li>
            ))}
          </ul>
        )}
        <MailLines text={note} />
      </MerchantEmail>
    ),
  }
}

export function declinedMail(urlOf: PageUrl, name: string, reason: string): MerchantMail {
  return {
    isWarning: true,
    template: 'merchant_declined',
    subject: `${isolated(name)} was rejected`,
    body: (
      <MerchantEmail url={urlOf('/dashboard')} link="Open dashboard">
        <p>
          We can’t approve {isolated(name)} on {product.name}. Reason:
        </p>
        <MailLines text={reason} />
      </MerchantEmail>
    ),
  }
}

export function suspendedMail(urlOf: PageUrl, name: string, reason: string): MerchantMail {
  return {
    isWarning: true,
    template: 'merchant_suspended',
    subject: `${isolated(name)} is suspended`,
    body: (
      <MerchantEmail url={urlOf('/dashboard')} link="Open dashboard">
        <p>We’ve suspended {isolated(name)}. Customers can’t find it or buy passes. Reason:</p>
        <MailLines text={reason} />
      </MerchantEmail>
    ),
  }
}

export function restoredMail(urlOf: PageUrl, name: string, reason: string): MerchantMail {
  return {
    isWarning: true,
    template: 'merchant_restored',
    subject: `${isolated(name)} is restored`,
    body: (
      <MerchantEmail url={urlOf('/dashboard')} link="Open dashboard">
        <p>We’ve restored {isolated(name)}. Reason:</p>
        <MailLines text={reason} />
      </MerchantEmail>
    ),
  }
}

/** One email per owner, so that owners do not see each other's addresses. */
export async function mailOwners(
  ctx: Context,
  tx: Transaction,
  merchant: StoredMerchant,
  write: (urlOf: PageUrl, name: string) => MerchantMail,
) {
  // Imported names may hold what no subject line takes.
  const urlOf = (path: string) => `${ctx.settings.baseUrl}${merchantPage(path, merchant.id)}`
  const mail = write(urlOf, plainLine(merchant.name) ?? 'Unknown Merchant')
  for (const { email, isPlaceholder } of await listOwnersToMail(tx, merchant.id))
    await queueMail(ctx, tx, { to: email, isPlaceholder, ...mail })
}
