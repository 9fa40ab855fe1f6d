import { ButtonLink } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/notice'
import { PageHeader } from '@quaff/platform/console/frame/page-header'

/** Before the profile is saved there is only an application, and nothing that plans could belong to. */
export function ProfileFirstNotice() {
  return (
    <div className="q-stack-loose">
      <PageHeader title="Plans & Pricing" />
      <Notice
        tone="info"
        title="Save your business profile first"
        action={
          <ButtonLink to="/merchants/onboarding/business" size="sm">
            Business profile
          </ButtonLink>
        }
      >
        It creates the venue that plans belong to.
      </Notice>
    </div>
  )
}
