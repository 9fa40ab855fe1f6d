import { access, constants } from 'node:fs/promises'
import { greetSmtp } from '@quaff/platform/server/adapters/mail/smtp-mailer'
import type { Examined } from '../../environment'
import { existingPart } from '../../settings/start-error'
import { fail, ok, sentenceOf, usualLimitMs, type Check, type Finding } from './check'

/** Shorter than the whole check, so that the reason is reported. */
const smtpTimeoutMs = usualLimitMs - 1_000

export function mailChecks({ settings: { mail }, errors, isProduction }: Examined): Check[] {
  const isWrong = errors.some(({ name }) => name === 'SMTP_URL')
  const run = () => {
    if (isWrong) return Promise.resolve(fail('SMTP_URL is invalid', 'Correct it, then run this again.'))
    return mail.kind === 'smtp' ? judgeSmtp(mail.url) : judgeMailbox(mail.folder, isProduction)
  }
  return [{ name: 'mail', run, advice: 'Check the host and port in SMTP_URL, and your firewall.' }]
}

async function judgeSmtp(url: string): Promise<Finding> {
  const { host, username } = new URL(url)
  try {
    await greetSmtp(url, smtpTimeoutMs)
    return ok(`${host} responds${username ? ' and accepts the sign-in' : ''}; no email sent`)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const seen = `${host}: ${sentenceOf(error)}`
    if (code === 'EAUTH') return fail(seen, 'Correct the user and password in SMTP_URL.')
    if (code === 'ETLS') return fail(seen, 'Use the server’s encryption: smtps:// for TLS, or smtp:// for STARTTLS.')
    return fail(seen, 'Check the host and port in SMTP_URL, and your firewall.')
  }
}

async function judgeMailbox(folder: string, isProduction: boolean): Promise<Finding> {
  const seen = `no SMTP_URL: emails are saved to ${folder}`
  if (isProduction) return fail(seen, 'Set SMTP_URL and MAIL_FROM to send invitations.')
  try {
    await access(await existingPart(folder), constants.W_OK)
    return ok(seen)
  } catch {
    return fail(`${seen}, but this user can’t write there`, 'Give this user write access, or choose another DATA_DIR.')
  }
}
