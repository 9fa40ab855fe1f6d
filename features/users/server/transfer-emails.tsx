import { MailLink } from '@quaff/platform/server/mail/mail-layout'
import { product } from '@quaff/platform/shared/product'

export function newOwnerMail(url: string, name: string) {
  return {
    isWarning: true,
    template: 'merchant_transferred_to',
    subject: `You now own ${name}`,
    body: (
      <>
        <p>
          {name} on {product.name} was transferred to you.
        </p>
        <MailLink href={url}>Open dashboard</MailLink>
      </>
    ),
  }
}

export function formerOwnerMail(url: string, name: string, keepsAccess: boolean) {
  return {
    isWarning: true,
    template: 'merchant_transferred_from',
    subject: `${name} has a new owner`,
    body: (
      <>
        <p>
          {name} on {product.name} was transferred to another owner.
        </p>
        <p>{keepsAccess ? 'You’re still on its team.' : 'You no longer have access to it.'}</p>
        <MailLink href={url}>Open dashboard</MailLink>
      </>
    ),
  }
}
