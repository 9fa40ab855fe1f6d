import { slotMark } from '../rules'
import { SlotChoiceText } from './slot-text'

/** While no store has the app, the way on is the waitlist; while there is none either, the badges say "not yet". */
export function GetAppLink() {
  return (
    <SlotChoiceText
      slot="waitlistPath"
      known={<WaitlistLink />}
      otherwise={
        <a className="btn btn--amber" href="#download">
          Get the app
        </a>
      }
    />
  )
}

export function WaitlistLink() {
  return (
    <a className="btn btn--amber" href={slotMark('waitlistPath')}>
      Join the waitlist
    </a>
  )
}
