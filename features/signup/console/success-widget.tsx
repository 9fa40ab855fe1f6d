import { useEffect, useState } from 'react'
import { Ticket } from '@quaff/features/marketing/console/ticket-widget'
import { readableEmail } from '@quaff/platform/shared/email-address'
import { keptReceipt, type KeptReceipt } from './kept-application'
import { signupPaths } from './signup-api-widget'
import { SupportNote } from './support-section'

/** `/partners/success`. Only the tab that sent an application knows of it: in any other nothing is said to be received. */
export function Success({ supportLink }: { supportLink: string }) {
  const [receipt, setReceipt] = useState<KeptReceipt | null>()
  useEffect(() => setReceipt(keptReceipt.read()), [])
  if (!receipt) return <NoReceipt isRead={receipt === null} supportLink={supportLink} />
  return (
    <>
      <div>
        <h1>Application received.</h1>
        <p className="lede">{ledeOf(receipt)}</p>
        <ol className="next">
          {steps[receipt.kind === 'convert' ? 'convert' : 'signup'].map(({ title, text, pill, who }, index) => (
            <li key={title}>
              <span className="n">{index + 1}</span>
              <div>
                <b>{title}</b>
                <span>{text}</span>
              </div>
              <em className={`pill ${pill}`}>{who}</em>
            </li>
          ))}
        </ol>
        <p className="small after">
          No email after 10 minutes? Check your spam folder.{' '}
          <SupportNote supportLink={supportLink}>
            Or <a href={supportLink}>email support</a>.
          </SupportNote>
        </p>
      </div>
      <Ticket
        rows={[
          ...(receipt.reference === null ? [] : [['Reference', receipt.reference] as const]),
          ...(receipt.submittedAt === null ? [] : [['Sent', timeOf(receipt.submittedAt)] as const]),
          ['Status', 'Received'],
        ]}
      />
    </>
  )
}

/** Shown before the tab storage is read, without scripts, and if nothing was sent from this tab. */
function NoReceipt({ isRead, supportLink }: { isRead: boolean; supportLink: string }) {
  return (
    <div>
      <h1>{isRead ? 'No application found in this tab.' : 'Your application'}</h1>
      <p className="lede">Looking for your application? Your reference is in the confirmation email.</p>
      {isRead && (
        <>
          <div className="act">
            <a className="btn" href={signupPaths.signup}>
              Start an application
            </a>
          </div>
          <SupportNote supportLink={supportLink}>
            <p className="small after">
              Applied and got no email? <a href={supportLink}>Email support</a>.
            </p>
          </SupportNote>
        </>
      )}
    </div>
  )
}

function ledeOf(receipt: KeptReceipt): string {
  const sent = `We’ve sent a confirmation to ${readableEmail(receipt.email)}.`
  return receipt.reference === null ? sent : `${sent} Keep this reference so we can find your application quickly.`
}

const timeOf = (date: Date) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' }).format(date)

const sent = { title: 'Application sent', text: 'We have all your answers.', pill: 'ok', who: 'Done' }
const setUp = {
  title: 'Set up your venue',
  text: 'Profile, locations, plans and banking. Your progress is saved.',
  pill: '',
  who: 'Next: you',
}
const live = {
  title: 'We review, you start selling',
  text: 'We’ll email you our decision, or what’s missing.',
  pill: '',
  who: 'Next: us',
}

const steps = {
  signup: [
    sent,
    { title: 'We review it', text: 'We’ll email you a link to activate your account.', pill: 'now', who: 'In review' },
    setUp,
    live,
  ],
  convert: [
    sent,
    {
      title: 'We review it',
      text: 'We’ll reply by email. Until then, your account doesn’t change.',
      pill: 'now',
      who: 'In review',
    },
    setUp,
    live,
  ],
}
