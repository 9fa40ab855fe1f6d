import { StepTitle } from '@quaff/platform/console/forms/plain-field'
import { readableEmail } from '@quaff/platform/shared/email-address'
import type { Conversion } from '../contract'
import type { ApplyFlow } from './apply-flow'
import { signupPaths } from './signup-api-widget'
import { SupportNote } from './support-section'

interface KnownAccountViewProps {
  flow: Pick<ApplyFlow, 'conversion' | 'draft'>
  supportLink: string
  onChangeEmail: () => void
}

type Words = { title: string; text: (address: string) => string; link: { href: string; label: string } | null }

const stateTexts = {
  none: {
    title: 'No account found.',
    text: (address) => `There’s no account for ${address}. Continue with a new application. We kept your answers.`,
    link: { href: signupPaths.signup, label: 'Apply as a merchant' },
  },
  staff: {
    title: 'You already have a merchant account.',
    text: (address) => `Log in with ${address} to continue.`,
    link: { href: '/auth/login', label: 'Log in' },
  },
  blocked: {
    title: 'You can’t apply with this account.',
    text: (address) => `The account for ${address} can’t become a merchant account. Use a different email.`,
    link: null,
  },
} as const satisfies Partial<Record<Conversion['state'], Words>>

export function KnownAccountView({ flow, supportLink, onChangeEmail }: KnownAccountViewProps) {
  const state = flow.conversion?.state
  const { title, text, link }: Words = stateTexts[state === 'none' || state === 'staff' ? state : 'blocked']
  return (
    <>
      <StepTitle takesFocus>{title}</StepTitle>
      <p className="lede">{text(readableEmail(flow.draft.email))}</p>
      <SupportNote supportLink={link?.href ?? supportLink}>
        <div className="stack">
          <a className="btn btn--wide" href={link?.href ?? supportLink}>
            {link?.label ?? 'Email support'}
          </a>
        </div>
      </SupportNote>
      <p className="foot">
        <button className="textlink" type="button" onClick={onChangeEmail}>
          Use a different email
        </button>
      </p>
    </>
  )
}
