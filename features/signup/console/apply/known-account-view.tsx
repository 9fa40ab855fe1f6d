import { StepTitle } from '@quaff/platform/console/plain-form/step-title'
import type { Conversion } from '../../contract'
import { signupPaths } from '../signup-api-widget'
import { SupportNote } from '../support-section'
import type { ApplyFlow } from './apply-flow'

interface KnownAccountViewProps {
  flow: Pick<ApplyFlow, 'conversion' | 'draft'>
  supportLink: string
  onChangeEmail: () => void
}

type Words = { title: string; text: (email: string) => string; link: { href: string; label: string } | null }

const words = {
  none: {
    title: 'There is no account to bring along.',
    text: (email) =>
      `Nobody has an account with ${email}. The ordinary application is the right one, and what you typed is kept.`,
    link: { href: signupPaths.signup, label: 'Apply as a merchant' },
  },
  staff: {
    title: 'This is a merchant account already.',
    text: (email) => `${email} needs no conversion. Log in to carry on.`,
    link: { href: '/auth/login', label: 'Log in' },
  },
  blocked: {
    title: 'This account cannot become a merchant’s.',
    text: (email) => `${email} is known to us, and a person has to look at it first.`,
    link: null,
  },
} as const satisfies Partial<Record<Conversion['state'], Words>>

/** For the owner of the mailbox, whose account is not one that can be converted. */
export function KnownAccountView({ flow, supportLink, onChangeEmail }: KnownAccountViewProps) {
  const state = flow.conversion?.state
  const { title, text, link }: Words = words[state === 'none' || state === 'staff' ? state : 'blocked']
  return (
    <>
      <StepTitle takesFocus>{title}</StepTitle>
      <p className="lede">{text(flow.draft.email)}</p>
      <SupportNote supportLink={link?.href ?? supportLink}>
        <div className="stack">
          <a className="btn btn--wide" href={link?.href ?? supportLink}>
            {link?.label ?? 'Write to support'}
          </a>
        </div>
      </SupportNote>
      <p className="foot">
        <button className="textlink" type="button" onClick={onChangeEmail}>
          Use another email
        </button>
      </p>
    </>
  )
}
