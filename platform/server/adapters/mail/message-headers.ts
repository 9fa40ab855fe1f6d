import type { SendMailOptions } from 'nodemailer'
import type { MailMessage } from '../../ports'

/** Adds the headers. They suppress automatic replies (RFC 3834). */
export function withHeaders({ replyTo, unsubscribeUrl, ...message }: MailMessage): SendMailOptions {
  return {
    ...message,
    ...(replyTo ? { replyTo } : {}),
    ...(unsubscribeUrl ? { list: { unsubscribe: unsubscribeUrl } } : {}),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
