import { access, constants } from 'node:fs/promises'
import { greetSmtp } from '@quaff/platform/server/adapters/mail/smtp-mailer'
import type { Examined } from '../../environment'
import { existingPart } from '../../settings/start-fault'
import { fail, ok, sentenceOf, usualLimitMs, type Check, type Finding } from './check'

/** Before the check as a whole is given up, so that the reason is told. */
const smtpTimeoutMs = usualLimitMs - 1_000

export function mailChecks({ settings: { mail }, faults, isProduction }: Examined): Check[] {
  const isWrong = faults.some(({ name }) => name === 'SMTP_URL')
  const look = () => {
    if (isWrong) return Promise.resolve(fail('SMTP_URL cannot be used', 'Put SMTP_URL right, then run this again.'))
    return mail.kind === 'smtp' ? judgeSmtp(mail.url) : judgeMailbox(mail.folder, isProduction)
  }
  return [{ name: 'mail', look, advice: 'Check host and port in SMTP_URL, and whether a firewall is in between.' }]
}

async function judgeSmtp(url: string): Promise<Finding> {
  const { host, username } = new URL(url)
  try {
    await greetSmtp(url, smtpTimeoutMs)
    return ok(`the mail server at ${host} greets${username ? ' and lets us in' : ''}; no mail was sent`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const seen = `the mail server at ${host}: ${sentenceOf(error)}`
    if (code === 'EAUTH') return fail(seen, 'Correct user and password in SMTP_URL.')
    if (code === 'ETLS')
      return fail(
        seen,
        'Ask the mail server for its way to encrypt: smtps:// from the first byte, or smtp:// with STARTTLS.',
      )
    return fail(seen, 'Check host and port in SMTP_URL, and whether a firewall is in between.')
  }
}

async function judgeMailbox(folder: string, isProduction: boolean): Promise<Finding> {
  const seen = `no SMTP_URL: mails are written to ${folder}`
  if (isProduction) return fail(seen, 'Set SMTP_URL and MAIL_FROM; nobody can be invited otherwise.')
  try {
    await access(await existingPart(folder), constants.W_OK)
    return ok(seen)
  } catch {
    return fail(`${seen}, which cannot be written to`, 'Give this user the right to, or name another DATA_DIR.')
  }
}
