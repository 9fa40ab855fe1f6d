import { createTransport } from 'nodemailer'
import type { Mailer } from '../../ports'
import { withHeaders } from './message-headers'

export type SmtpOptions = { url: string; from: string }

/** Spam filters delay on purpose, and an aborted delivery is sent twice: RFC 5321 (4.5.3.2) requires five minutes. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 2 * 60_000, socketTimeout: 5 * 60_000 }

export function smtpMailer({ url, from }: SmtpOptions): Mailer {
  const transport = createTransport({ url, ...timeouts })
  const domain = from.slice(from.lastIndexOf('@') + 1).replace(/[>\s]/g, '')
  return {
    async send({ id, ...message }) {
      // A stable id per email lets the receiver recognize a second delivery after a lost response.
      await transport.sendMail({ ...withHeaders({ id, ...message }), from, messageId: `<${id}@${domain}>` })
    },
  }
}

/** Connects and signs in without sending. Throws if the server would not accept our email. */
export async function greetSmtp(url: string, timeoutMs: number): Promise<void> {
  // The greeting is given up first: a socket that is silent for as long says "Timeout", and not what was waited for.
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs * 0.75, socketTimeout: timeoutMs }
  const transport = createTransport({ url, ...limits })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}
