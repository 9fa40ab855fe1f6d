import type { ReactNode } from 'react'
import { FlowLayout, ScriptNotice, supportLink } from '@quaff/features/marketing/console/flow-layout-widget'
import { SiteLayout } from '@quaff/features/marketing/console/site-layout-widget'
import { ApplyFlow } from './apply-flow-widget'
import { ExistingAccount } from './existing-widget'
import { ProcessingView } from './processing-view'
import { signupPaths } from './signup-api-widget'
import { Success } from './success-widget'

export function SignupPage() {
  return (
    <FlowPageLayout path={signupPaths.signup} part="signup">
      <ApplyFlow kind="signup" supportLink={supportLink} />
    </FlowPageLayout>
  )
}

export function ConvertPage() {
  return (
    <FlowPageLayout path={signupPaths.convert} part="convert">
      <ApplyFlow kind="convert" supportLink={supportLink} />
    </FlowPageLayout>
  )
}

export function ExistingPage() {
  return (
    <FlowPageLayout path={signupPaths.existing} part="existing" needsScript={false}>
      <ExistingAccount />
    </FlowPageLayout>
  )
}

export function ProcessingPage() {
  return (
    <FlowPageLayout path={signupPaths.processing} part="processing">
      <ProcessingView supportLink={supportLink} />
    </FlowPageLayout>
  )
}

export function SuccessPage() {
  return (
    <SiteLayout path={signupPaths.success} mainClass="done">
      <div className="wrap in" id="signup" data-part="success" data-support={supportLink}>
        <Success supportLink={supportLink} />
      </div>
    </SiteLayout>
  )
}

type SignupPart = 'signup' | 'convert' | 'processing' | 'existing' | 'success'

interface FlowPageLayoutProps {
  path: string
  part: SignupPart
  /** It can do nothing without its script. */
  needsScript?: boolean
  children: ReactNode
}

/** The part renders in `#signup`; the rest of the page is prerendered. */
function FlowPageLayout({ path, part, needsScript = true, children }: FlowPageLayoutProps) {
  return (
    <FlowLayout path={path}>
      <div className="state">
        <div id="signup" data-part={part} data-support={supportLink}>
          {children}
        </div>
        {needsScript && <ScriptNotice />}
      </div>
    </FlowLayout>
  )
}
