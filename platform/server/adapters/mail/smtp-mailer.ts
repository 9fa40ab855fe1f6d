import { createTransport } from 'nodemailer'
import type { Mailer } from '../../ports'
import { withHeaders } from './message-headers'

export type SmtpOptions = { url: string; from: string }

/**
 * Of a server that is slow on purpose, as those that fight spam are. Whoever gives up while it takes the mail sends it again:
 * RFC 5321 (4.5.3.2) asks for five minutes.
 */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 2 * 60_000, socketTimeout: 5 * 60_000 }

export function smtpMailer({ url, from }: SmtpOptions): Mailer {
  const transport = createTransport({ url, ...timeouts })
  const domain = from.slice(from.lastIndexOf('@') + 1).replace(/[>\s]/g, '')
  return {
    async send({ id, ...message }) {
      // One id per mail: a second delivery after a lost answer is recognised by the receiving side.
      await transport.sendMail({ ...withHeaders(message), from, messageId: `<${id}@${domain}>` })
    },
  }
}

/** Connects, hears the greeting and signs in; sends nothing. Throws when the mail server would not take a mail of ours. */
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
