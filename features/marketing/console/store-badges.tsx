import type { ReactNode } from 'react'
import { slotMark } from '../rules'
import { SlotChoiceText } from './slot-text'

const phone = (
  <svg
    viewBox="0 0 28 28"
    fill="none"
    stroke="currentColor"
    strokeWidth="2.4"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    <rect x="6" y="2.5" width="16" height="23" rx="4.5" />
    <path d="M14 8v8.5m-3.6-3.6 3.6 3.6 3.6-3.6M11.5 21h5" />
  </svg>
)
const play = (
  <svg viewBox="0 0 28 28" aria-hidden>
    <path d="M6 4.8c0-1.7 1.8-2.7 3.3-1.9l15 9.2c1.4.9 1.4 2.9 0 3.8l-15 9.2C7.8 26 6 25 6 23.2Z" fill="currentColor" />
  </svg>
)

/** Neutral badges of both stores. A badge without a configured address has no link and says so. */
export function StoreBadges() {
  return (
    <div className="badges">
      <StoreBadge slot="appStoreUrl" icon={phone} name="App Store" lead="Download on the" absent="Coming soon to the" />
      <StoreBadge slot="playStoreUrl" icon={play} name="Google Play" lead="Get it on" absent="Coming soon to" />
    </div>
  )
}

interface StoreBadgeProps {
  slot: 'appStoreUrl' | 'playStoreUrl'
  icon: ReactNode
  name: string
  lead: string
  absent: string
}

function StoreBadge({ slot, icon, name, lead, absent }: StoreBadgeProps) {
  const renderText = (first: string) => (
    <>
      {icon}
      <span>
        <small>{`${first} `}</small>
        <b>{name}</b>
      </span>
    </>
  )
  return (
    <SlotChoiceText
      slot={slot}
      known={
        <a className="badge" href={slotMark(slot)}>
          {renderText(lead)}
        </a>
      }
      otherwise={
        <a className="badge badge--off" role="link" aria-disabled="true">
          {renderText(absent)}
        </a>
      }
    />
  )
}

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
