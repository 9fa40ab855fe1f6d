import type { SendMailOptions } from 'nodemailer'
import type { MailMessage } from '../../ports'

/** The message with its headers. Nobody's absence note answers what a program wrote (RFC 3834). */
export function withHeaders({ replyTo, unsubscribeUrl, ...message }: MailMessage): SendMailOptions {
  return {
    ...message,
    ...(replyTo ? { replyTo } : {}),
    ...(unsubscribeUrl ? { list: { unsubscribe: unsubscribeUrl } } : {}),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
