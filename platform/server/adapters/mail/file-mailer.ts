import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Clock, Mailer } from '../../ports'
import { withHeaders } from './message-headers'

export type FileMailerOptions = {
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
