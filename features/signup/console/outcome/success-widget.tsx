import { useEffect, useState } from 'react'
import { Ticket } from '@quaff/features/marketing/console/drawings/ticket-widget'
import { keptReceipt, type KeptReceipt } from '../draft/kept-application'

interface SuccessProps {
  supportLink: string
}

/** `/partners/success`. The reference is known to the tab that sent the application; without one the page stays general. */
export function Success({ supportLink }: SuccessProps) {
  const [receipt, setReceipt] = useState<KeptReceipt | null>(null)
  useEffect(() => setReceipt(keptReceipt.read()), [])
  return (
    <>
      <div>
        <h1>Application received.</h1>
        <p className="lede">{ledeOf(receipt)}</p>
        <ol className="next">
          {steps[receipt?.kind === 'convert' ? 'convert' : 'signup'].map(({ title, text, pill, who }, index) => (
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
          No mail after ten minutes? Look in spam, or <a href={supportLink}>write to support</a>.
        </p>
      </div>
      {receipt !== null && (
        <Ticket
          rows={[
            ...(receipt.reference === null ? [] : [['Reference', receipt.reference] as const]),
            ...(receipt.submittedAt === null ? [] : [['Sent', timeOf(receipt.submittedAt)] as const]),
            ['Status', 'Received'],
          ]}
        />
      )}
    </>
  )
}

function ledeOf(receipt: KeptReceipt | null): string {
  if (receipt === null) return 'We send a confirmation to the email of the application.'
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
  title: 'We review and you go live',
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
