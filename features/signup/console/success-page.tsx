import { supportLink } from '@quaff/features/marketing/console/flow-layout-widget'
import { SiteLayout } from '@quaff/features/marketing/console/site-layout-widget'
import { signupPaths } from './signup-api-widget'
import { Success } from './success-widget'

export function SuccessPage() {
  return (
    <SiteLayout path={signupPaths.success} mainClass="done">
      <div className="wrap in" id="signup" data-part="success" data-support={supportLink}>
        <Success supportLink={supportLink} />
      </div>
    </SiteLayout>
  )
}
