import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import type { Mailer, MailMessage, Clock } from '../ports'

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
export async function greetSmtp(url: string, timeoutMs: number) {
  // The greeting is given up first: a socket that is silent for as long says "Timeout", and not what was waited for.
  const limits = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs * 0.75, socketTimeout: timeoutMs }
  const transport = createTransport({ url, ...limits })
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** Adds the headers. They suppress automatic replies (RFC 3834), and Gmail folds no emails whose reference differs. */
function withHeaders({ id, replyTo, unsubscribeUrl, ...message }: MailMessage & { id: string }): SendMailOptions {
  return {
    ...message,
    ...(replyTo ? { replyTo } : {}),
    ...(unsubscribeUrl ? { list: { unsubscribe: unsubscribeUrl } } : {}),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Entity-Ref-ID': id },
  }
}

type FileMailerOptions = {
  folder: string
  from: string
  clock: Clock
  print: (line: string) => void
  /** Prints only links with this origin; others may come from user input. */
  baseUrl: string
}

/** Serves installations without SMTP: writes one file per email and prints its link. */
export function fileMailer({ folder, from, clock, print, baseUrl }: FileMailerOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send({ id, ...message }) {
      const { message: content } = await transport.sendMail({
        ...withHeaders({ id, ...message }),
        from,
        messageId: `<${id}@localhost>`,
      })
      const file = join(folder, `${clock.now().toISOString().replaceAll(':', '-')}-${id}.eml`)
      await mkdir(folder, { recursive: true })
      await writeFile(file, content, { mode: 0o600 })
      print(`mail: ${message.subject} → ${findLink(message.text, baseUrl) ?? file}`)
    },
  }
}

const findLink = (text: string, baseUrl: string) =>
  text.match(/https?:\/\/\S+/g)?.find((link) => link.startsWith(`${baseUrl}/`))
