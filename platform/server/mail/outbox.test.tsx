import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isolated } from '@quaff/platform/shared/readable-text'
import { startMailServer } from '@quaff/platform/testing/mail/mail-server'
import { mailsTo } from '@quaff/platform/testing/mails'
import { createTestServices, type TestServices } from '@quaff/platform/testing/test-services'
import { smtpMailer, fileMailer } from '../adapters/mailers'
import { JobRunner } from '../job-runner'
import type { Mailer } from '../ports'
import { jobs, outboxMails } from '../tables'
import { inTransaction } from '../transaction'
import { MailCode, MailLink } from './mail-layout'
import { queueMail, sendMailHandler, type MailEnds } from './outbox'

const link = 'https://console.example.com/auth/complete-signin?token=abc&mode=invitation'
let services: TestServices
beforeAll(async () => {
  services = await createTestServices()
})
beforeEach(() => services.database.truncate())

function queue(isPlaceholder = false, isRepeatable = false): Promise<void> {
  const body = (
    <>
      <p>Hello {'<b>Tea & Co</b>'}, you are invited.</p>
      <MailLink href={link}>Accept invitation</MailLink>
      <MailCode code="123456" />
    </>
  )
  const content = { isRepeatable, template: 'invitation', subject: 'Your invitation', body }
  const mail = { to: 'new.owner@example.com', isPlaceholder, ...content }
  return inTransaction(services, (tx) => queueMail(services, tx, mail))
}

const sendDue = (mailer: Mailer, ends?: MailEnds) =>
  new JobRunner(services, { handlers: { send_mail: sendMailHandler(mailer, ends) } }).runDue()

const mailerTo = (port: number) => smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Quaff <console@quaff.test>' })

describe('the outbox', () => {
  it('holds the mail as HTML and as text, with values as text', async () => {
    await queue()
    const [mail] = await mailsTo(services, 'new.owner@example.com')
    expect(mail).toMatchObject({ template: 'invitation', subject: 'Your invitation', link, code: '123456' })
    expect(mail?.html).toContain('&lt;b&gt;Tea &amp; Co&lt;/b&gt;')
    expect(mail?.text).toContain('Hello <b>Tea & Co</b>, you are invited.')
  })

  it('§3 writes nothing for a placeholder address', async () => {
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

  it('§G19 delivers to a mail server once and forgets the link', async () => {
    const server = await startMailServer()
    await queue()
    await sendDue(mailerTo(server.port))
    await sendDue(mailerTo(server.port))
    const [mail, ...others] = await server.received()
    expect(others).toEqual([])
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
    expect(services.log.lines.at(-1)).toMatchObject({ event: 'job_failed', details: { kind: 'send_mail' } })
    const server = await startMailServer({ port: probe.port })
    services.clock.advance(60_000)
    await sendDue(mailerTo(server.port))
    expect(await server.received()).toHaveLength(1)
    await server.close()
  })

  it('names on the way out where answers go, how to have no more of it, and that a program wrote it', async () => {
    const server = await startMailServer()
    await queue()
    await sendDue(mailerTo(server.port), {
      findSupportAddress: async () => 'help@quaff.test',
      unsubscribeUrl: (template, address) => `mailto:${address}?subject=${template}`,
    })
    const [mail] = await server.received()
    const header = (key: string) => mail?.headers.find((one) => one.key === key)?.value
    expect(mail?.from?.address).toBe('console@quaff.test')
    expect(mail?.replyTo).toMatchObject([{ address: 'help@quaff.test' }])
    expect(header('list-unsubscribe')).toBe('<mailto:help@quaff.test?subject=invitation>')
    expect(header('auto-submitted')).toBe('auto-generated')
    expect(mail?.messageId).toMatch(/^<mail_\w+@quaff\.test>$/)
    expect(mail?.html).toContain('<a href="mailto:help@quaff.test"')
    expect(mail?.text?.trimEnd()).toMatch(/Questions\? Email help@quaff\.test\.$/)
    await server.close()
  })

  it('says nothing about support without a support address', async () => {
    const server = await startMailServer()
    await queue()
    await sendDue(mailerTo(server.port))
    const [mail] = await server.received()
    expect(mail?.replyTo).toBeUndefined()
    expect(mail?.headers.map(({ key }) => key)).not.toContain('list-unsubscribe')
    expect(`${mail?.html} ${mail?.text}`).not.toMatch(/questions|write to/i)
    await server.close()
  })

  it('makes one line of a subject, and leaves no mark that turns the direction of writing', async () => {
    const server = await startMailServer()
    const name = 'Ünïcode 東京 قهوة\r\nBcc: all@quaff.test\u202E ☕'
    const mail = { to: 'a@quaff.test', template: 'x', subject: `News of ${name}`, body: <p>{name}.</p> }
    await inTransaction(services, (tx) => queueMail(services, tx, mail))
    await sendDue(mailerTo(server.port))
    const [sent] = await server.received()
    expect(sent?.subject).toMatch(/^News of Ünïcode 東京 قهوة +Bcc: all@quaff.test ☕$/)
    expect(sent?.bcc).toBeUndefined()
    expect(sent?.to).toMatchObject([{ address: 'a@quaff.test' }])
    for (const part of [sent?.html, sent?.text]) expect(part).not.toContain('\u202E')
    await server.close()
  })

  it('keeps the marks that isolate a name, in the subject too', async () => {
    const body = <p>For {isolated('בית 7 (מרכז)')}.</p>
    const mail = { to: 'a@quaff.test', template: 'x', subject: `${isolated('قهوة 24')} is approved`, body }
    await inTransaction(services, (tx) => queueMail(services, tx, mail))
    const [queued] = await mailsTo(services, 'a@quaff.test')
    expect(queued?.subject).toBe('\u2068قهوة 24\u2069 is approved')
    for (const part of [queued?.html, queued?.text]) expect(part).toContain('For \u2068בית 7 (מרכז)\u2069.')
  })

  it('writes a file and prints the link where there is no mail server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outbox-'))
    const printed: string[] = []
    await queue()
    const { clock } = services
    const options = { folder, from: 'console@quaff.test', clock, print: (line: string) => printed.push(line) }
    const { origin } = new URL(link)
    await sendDue(fileMailer({ ...options, baseUrl: origin }))
    expect(printed).toEqual([`mail: Your invitation → ${link}`])
    const [file = ''] = await readdir(folder)
    expect(file).toMatch(/^2026-03-10T12-01-00\.000Z-mail_\w+\.eml$/)
    expect((await PostalMime.parse(await readFile(join(folder, file)))).text).toContain(link)
    await rm(folder, { recursive: true })
  })

  it('prints no link that leads elsewhere, such as one in a text of a stranger', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'outbox-'))
    const printed: string[] = []
    const print = (line: string) => void printed.push(line)
    await queue()
    const mailer = fileMailer({
      folder,
      from: 'console@quaff.test',
      clock: services.clock,
      print,
      baseUrl: 'https://own.test',
    })
    await sendDue(mailer)
    expect(printed[0]).toMatch(/^mail: Your invitation → .*\.eml$/)
    await rm(folder, { recursive: true })
  })

  it.each([{ refusal: 452 }, { bodyRefusal: 452 }, { bodyRefusal: 552 }])(
    'waits while the mail server has no room (%o), and delivers once when it has',
    async (full) => {
      const busy = await startMailServer(full)
      await queue()
      for (let attempt = 1; attempt <= 3; attempt += 1) {
        await sendDue(mailerTo(busy.port))
        services.clock.advance(60_000)
      }
      await busy.close()
      expect(await services.db.select().from(outboxMails)).toMatchObject([{ sentAt: null }])
      const server = await startMailServer({ port: busy.port })
      await sendDue(mailerTo(server.port))
      await sendDue(mailerTo(server.port))
      expect(await server.received()).toHaveLength(1)
      await server.close()
    },
  )

  it('tries for hours what the mail server refuses, then keeps it for a person to look at', async () => {
    const server = await startMailServer({ refusal: 550 })
    await queue()
    const busy: Mailer = { send: () => Promise.reject(new Error('busy')) }
    const startedAt = services.clock.now()
    for (let attempt = 1; attempt <= 40; attempt += 1) {
      expect(await services.db.select({ deadAt: jobs.deadAt }).from(jobs)).toEqual([{ deadAt: null }])
      await sendDue(attempt === 40 ? mailerTo(server.port) : busy)
      services.clock.advance(15 * 60_000)
    }
    const [job] = await services.db.select().from(jobs)
    expect(job).toMatchObject({ attempts: 40, lastError: 'EENVELOPE' })
    expect((job?.deadAt?.getTime() ?? 0) - startedAt.getTime()).toBeGreaterThan(4 * 3_600_000)
    expect(await services.db.select().from(outboxMails)).toMatchObject([{ sentAt: null }])
    await server.close()
  })

  it('sends three emails within minutes as three conversations, so that none hides its button as repeated text', async () => {
    const server = await startMailServer()
    for (let time = 1; time <= 3; time += 1) {
      await queue(false, true)
      services.clock.advance(90_000)
    }
    await sendDue(mailerTo(server.port))
    const mails = await server.received()
    const header = (key: string) => mails.map(({ headers }) => headers.find((one) => one.key === key)?.value)
    expect(mails).toHaveLength(3)
    for (const parts of [mails.map(({ subject }) => subject), header('message-id'), header('x-entity-ref-id')])
      expect(new Set(parts).size).toBe(3)
    expect([...header('references'), ...header('in-reply-to')]).toEqual(Array(6).fill(undefined))
    await server.close()
  })
})
