import { startMailServer, type TestMailServer } from '@quaff/platform/testing/mail/mail-server'

export type ReceivedMail = { to: string[]; replyTo: string[]; subject: string; text: string; html: string }

let server: TestMailServer | undefined

/** Opens the mail server of this worker. It accepts every email. */
export async function openMailServer(): Promise<TestMailServer> {
  return (server ??= await startMailServer())
}

/** Emails received since the last reset, oldest first. */
export async function receivedMails(): Promise<ReceivedMail[]> {
  const mails = (await server?.received()) ?? []
  return mails.map(({ to, replyTo, subject = '', text = '', html = '' }) => ({
    to: addressesOf(to),
    replyTo: addressesOf(replyTo),
    subject,
    text,
    html,
  }))
}

const addressesOf = (people: { address?: string }[] = []) => people.map(({ address = '' }) => address)
