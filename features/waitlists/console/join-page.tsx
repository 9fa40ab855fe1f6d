import { SiteLayout } from '@quaff/features/marketing/console/site-layout-widget'
import { JoinWaitlist } from './join-waitlist-widget'

/** The prerendered page; what is inside comes to life once its script is there. */
export function JoinWaitlistPage() {
  return (
    <SiteLayout path="/w/*">
      <section className="sec">
        <div className="wrap" id="waitlist">
          <JoinWaitlist />
        </div>
      </section>
    </SiteLayout>
  )
}
