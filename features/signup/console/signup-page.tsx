import { supportLink } from '@quaff/features/marketing/console/flow-layout-widget'
import { SiteLayout } from '@quaff/features/marketing/console/site-layout-widget'
import { ApplyFlow } from './apply-flow-widget'
import { ExistingAccount } from './existing-widget'
import { FlowPageLayout } from './flow-page-layout'
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
