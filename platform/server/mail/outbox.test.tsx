import type { AddressInfo } from 'node:net'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mailsTo } from '@quaff/platform/testing/mails'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { fileMailer } from '../adapters/mail/file-mailer'
import { smtpMailer } from '../adapters/mail/smtp-mailer'
import { JobRunner } from '../jobs/job-runner'
import type { Mailer } from '../ports'
import { outboxMails } from '../tables'
import { inTransaction } from '../transaction'
import { MailCode, MailLink } from './mail-layout'
import { queueMail, sendMailHandler } from './outbox'

const link = 'https://console.example.com/auth/complete-signin?token=abc&mode=invitation'
let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(() => services.database.truncate())

function queue(isPlaceholder = false): Promise<void> {
  const body = (
    <>
      <p>Hello {'<b>Tea & Co</b>'}, you are invited.</p>
      <MailLink href={link}>Accept invitation</MailLink>
      <MailCode code="123456" />
    </>
  )
  const mail = { to: 'new.owner@example.com', isPlaceholder, template: 'invitation', subject: 'Your invitation', body }
  return inTransaction(services, (tx) => queueMail(services, tx, mail))
}

const sendDue = (mailer: Mailer) =>
  new JobRunner(services, { handlers: { send_mail: sendMailHandler(mailer) } }).runDue()

function startMailServer(port = 0) {
  const received: Promise<Email>[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push(PostalMime.parse(Buffer.concat(chunks)))
        done()
      })
    },
  })
  return new Promise<{ port: number; received: Promise<Email>[]; close: () => Promise<void> }>((resolve) => {
    const listening = server.listen(port, '127.0.0.1', () => {
      const { port: taken } = listening.address() as AddressInfo
      resolve({ port: taken, received, close: () => new Promise((closed) => server.close(() => closed())) })
    })
  })
}

const mailerTo = (port: number) => smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Quaff <console@quaff.test>' })

describe('the outbox', () => {
  it('holds the mail as HTML and as text, with values as text', async () => {
    await queue()
    const [mail] = await mailsTo(services, 'new.owner@example.com')
    expect(mail).toMatchObject({ template: 'invitation', subject: 'Your invitation', link, code: '123456' })
    expect(mail?.html).toContain('&lt;b&gt;Tea &amp; Co&lt;/b&gt;')
    expect(mail?.text).toContain('Hello <b>Tea & Co</b>, you are invited.')
  })

  it('writes nothing for a placeholder address', async () => {
    await queue(true)
    expect(await services.db.select().from(outboxMails)).toEqual([])
  })

  it('leaves nothing behind when the transaction is rolled back', async () => {
    const refused = inTransaction(services, async (tx) => {
      await queueMail(services, tx, { to: 'a@example.com', template: 'x', subject: 'x', body: <p>x</p> })
      throw new Error('refused')
    })
    await expect(refused).rejects.toThrow('refused')
    expect(await services.db.select().from(outboxMails)).toEqual([])
  })

  it('delivers to a mail server once and forgets the link', async () => {
    const server = await startMailServer()
    await queue()
    await sendDue(mailerTo(server.port))
    await sendDue(mailerTo(server.port))
    expect(server.received).toHaveLength(1)
    const mail = await server.received[0]
    expect(mail).toMatchObject({ subject: 'Your invitation', from: { address: 'console@quaff.test', name: 'Quaff' } })
    expect(mail?.text).toContain(link)
    expect(await services.db.select().from(outboxMails)).toMatchObject([
      { html: '', text: '', sentAt: services.clock.now() },
    ])
    await server.close()
  })

  it('waits while the mail server is down and delivers when it is back', async () => {
    const probe = await startMailServer()
    await probe.close()
    await queue()
    await sendDue(mailerTo(probe.port))
    expect(await services.db.select().from(outboxMails)).toMatchObject([{ sentAt: null }])
    expect(services.log.lines.at(-1)).toMatchObject({ event: 'job_failed', facts: { kind: 'send_mail' } })
    const server = await startMailServer(probe.port)
    services.clock.advance(60_000)
    await sendDue(mailerTo(server.port))
    expect(server.received).toHaveLength(1)
    await server.close()
  })

  it('writes a file and prints the link where there is no mail server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outbox-'))
    const printed: string[] = []
    await queue()
    await sendDue(
      fileMailer({ folder, from: 'console@quaff.test', clock: services.clock, print: (line) => printed.push(line) }),
    )
    expect(printed).toEqual([`mail: Your invitation → ${link}`])
    const [file = ''] = await readdir(folder)
    expect(file).toMatch(/^2026-03-10T12-01-00\.000Z-mail_\w+\.eml$/)
    expect((await PostalMime.parse(await readFile(join(folder, file)))).text).toContain(link)
    await rm(folder, { recursive: true })
  })
})
