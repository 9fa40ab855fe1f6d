import { roleLabel } from '@quaff/features/sessions/rules'
import { MailLink } from '@quaff/platform/server/mail/mail-layout'
import { product } from '@quaff/platform/shared/product'

/** Names neither inviter nor venue: both are text that somebody chose, and this mail goes to an address that proved nothing yet. */
function InvitationEmail({ url, role }: { url: string; role: string }) {
  return (
    <>
      <p>
        You are invited to {product.name} as {roleLabel(role)}.
      </p>
      <p>Use this link to accept. It works once, for three days; a newer invitation replaces it.</p>
      <MailLink href={url}>Accept invitation</MailLink>
    </>
  )
}

export function invitationMail(url: string, role: string) {
  return {
    template: 'invitation',
    subject: `Your invitation to ${product.name}`,
    body: <InvitationEmail url={url} role={role} />,
  }
}
