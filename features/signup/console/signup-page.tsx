import { supportLink } from '@quaff/features/marketing/console/flow-layout-widget'
import { ApplyFlow } from './apply-flow-widget'
import { FlowPageLayout } from './flow-page-layout'
import { signupPaths } from './signup-api-widget'

export function SignupPage() {
  return (
    <FlowPageLayout path={signupPaths.signup} part="signup">
      <ApplyFlow kind="signup" supportLink={supportLink} />
    </FlowPageLayout>
  )
}
