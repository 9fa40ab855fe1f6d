import { FlowLayout } from '@quaff/features/marketing/console/flow-layout-widget'
import { JoinWaitlist } from './join-waitlist-widget'

const steps = [
  { title: 'You join', text: 'Your name and email are enough.' },
  { title: 'You confirm', text: 'Enter the code we email you.' },
  { title: 'We invite you', text: 'We’ll email you when it’s your turn.' },
]

export function JoinWaitlistPage() {
  return (
    <FlowLayout path="/w/*" heading="From this list to the first cup." steps={steps}>
      <div className="state" id="waitlist">
        <JoinWaitlist />
      </div>
    </FlowLayout>
  )
}
