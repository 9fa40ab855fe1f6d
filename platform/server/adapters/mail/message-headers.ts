import type { SendMailOptions } from 'nodemailer'
import type { MailMessage } from '../../ports'

/** Adds the headers. They suppress automatic replies (RFC 3834), and Gmail folds no emails whose reference differs. */
export function withHeaders({
  id,
  replyTo,
  unsubscribeUrl,
  ...message
}: MailMessage & { id: string }): SendMailOptions {
  return {
    ...message,
    ...(replyTo ? { replyTo } : {}),
    ...(unsubscribeUrl ? { list: { unsubscribe: unsubscribeUrl } } : {}),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Entity-Ref-ID': id },
  }
}
