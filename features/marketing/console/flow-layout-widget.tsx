import type { ReactNode } from 'react'
import { CupSprite, CupView } from './cup-view'
import { SiteFooter, SiteHeader, supportLink } from './site-layout-widget'
import { WithSupport } from './slot-text'

export { supportLink } from './site-layout-widget'

interface FlowLayoutProps {
  path: string
  heading?: string
  steps?: readonly { title: string; text: string }[]
  children: ReactNode
}

const signupSteps = [
  { title: 'You apply', text: 'Two short pages. Your draft stays on this device.' },
  { title: 'We read it', text: 'We’ll email you a link to your account.' },
  { title: 'You set up', text: 'Profile, locations, plans and banking, in your own time.' },
  { title: 'We review, you start selling', text: 'Then your passes appear in the app.' },
]

export function FlowLayout({
  path,
  heading = 'From this form to the first cup.',
  steps = signupSteps,
  children,
}: FlowLayoutProps) {
  return (
    <>
      <CupSprite cups={['rosetta']} />
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="flowpage">
        <SiteHeader path={path} />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <aside aria-label="What happens next">
          <h2>{heading}</h2>
          <ol>
            {steps.map(({ title, text }) => (
              <li key={title}>
                <b>{title}</b>
                {text}
              </li>
            ))}
          </ol>
          <div className="art">
            <CupView name="rosetta" />
          </div>
        </aside>
      </div>
      <SiteFooter />
    </>
  )
}

export function ScriptNotice() {
  return (
    <noscript>
      <p className="note">
        This form needs JavaScript. Turn it on and reload the page.{' '}
        <WithSupport>
          You can also <a href={supportLink}>email support</a>.
        </WithSupport>
      </p>
    </noscript>
  )
}
