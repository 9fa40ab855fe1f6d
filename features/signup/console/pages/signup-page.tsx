import { supportLink } from '@quaff/features/marketing/console/flow-layout-widget'
import { ApplyFlow } from '../apply/apply-flow-widget'
import { signupPaths } from '../signup-api-widget'
import { FlowPageLayout } from './flow-page-layout'

export function SignupPage() {
  return (
    <FlowPageLayout path={signupPaths.signup} part="signup">
      <ApplyFlow kind="signup" supportLink={supportLink} />
    </FlowPageLayout>
  )
}
