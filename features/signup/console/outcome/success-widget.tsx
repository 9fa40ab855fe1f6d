import { useEffect, useState } from 'react'
import { Ticket } from '@quaff/features/marketing/console/drawings/ticket-widget'
import { keptReceipt, type KeptReceipt } from '../draft/kept-application'
import { signupPaths } from '../signup-api-widget'
import { SupportNote } from '../support-section'

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
          No email after ten minutes? Look in your spam folder.{' '}
          <SupportNote supportLink={supportLink}>
            Or <a href={supportLink}>write to support</a>.
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

/** Before the tab was asked, without a script, and where nothing was sent from here. */
function NoReceipt({ isRead, supportLink }: { isRead: boolean; supportLink: string }) {
  return (
    <div>
      <h1>{isRead ? 'Nothing was sent from here.' : 'Your application'}</h1>
      <p className="lede">
        An application is shown in the tab that sent it. Its reference is in the confirmation we mail.
      </p>
      {isRead && (
        <>
          <div className="act">
            <a className="btn" href={signupPaths.signup}>
              Start an application
            </a>
          </div>
          <SupportNote supportLink={supportLink}>
            <p className="small after">
              Sent one and got no email? <a href={supportLink}>Write to support</a>.
            </p>
          </SupportNote>
        </>
      )}
    </div>
  )
}

function ledeOf(receipt: KeptReceipt): string {
  const sent = `We’ve sent a confirmation to ${receipt.email}.`
  return receipt.reference === null ? sent : `${sent} Keep the reference; it finds your application at once.`
}

const timeOf = (date: Date) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(date)

const sent = { title: 'Application sent', text: 'Everything from the form has arrived.', pill: 'ok', who: 'Done' }
const setUp = {
  title: 'Set up your venue',
  text: 'Profile, locations, plans and banking. Save and leave whenever you like.',
  pill: '',
  who: 'Then you',
}
const live = {
  title: 'We review, you go live',
  text: 'We write to you with the answer, or with what is still missing.',
  pill: '',
  who: 'Then us',
}

const steps = {
  signup: [
    sent,
    {
      title: 'We read it',
      text: 'A person answers by email. Follow the link in that mail to activate your account.',
      pill: 'now',
      who: 'Our turn',
    },
    setUp,
    live,
  ],
  convert: [
    sent,
    {
      title: 'We read it',
      text: 'A person answers by email. Until then your account stays as it is.',
      pill: 'now',
      who: 'Our turn',
    },
    setUp,
    live,
  ],
}
