import { useState } from 'react'
import { joinPath } from '../../rules'
import type { Place } from '../contract'
import { StepHeading } from './step-heading-view'

const words = {
  waiting: [
    'You’re on the list',
    'We’ll email you when it’s your turn. Come back to this page any time to check your status.',
  ],
  invited: ['You’re invited', 'Check your inbox for your invitation link.'],
  joined: ['You’ve joined', 'You accepted your invitation.'],
  removed: ['You’re no longer on this list', 'You can’t join it again yourself. Only our team can add you.'],
} as const satisfies Record<Place['status'], readonly [string, string]>

interface PlaceViewProps {
  place: Place
  slug: string
  origin: string
  /** For another person at the same device; absent while nobody can join. */
  onLeave?: () => void
}

export function PlaceView({ place, slug, origin, onLeave }: PlaceViewProps) {
  const { status, listName, referralCode, referralCount } = place
  const [title, text] = words[status]
  return (
    <>
      <StepHeading title={title} text={`${listName}. ${text}`} />
      {status !== 'removed' && (
        <div className="join">
          <ShareLink address={`${origin}${joinPath(slug)}?ref=${referralCode}`} />
          <p className="small num">
            {referralCount === 0
              ? 'No one has joined with your link yet.'
              : `${referralCount.toLocaleString('en')} ${referralCount === 1 ? 'friend has' : 'friends have'} joined with your link.`}
          </p>
        </div>
      )}
      {onLeave && (
        <p className="after">
          <button className="textlink" type="button" onClick={onLeave}>
            Use a different email
          </button>
        </p>
      )}
    </>
  )
}

function ShareLink({ address }: { address: string }) {
  const [note, setNote] = useState('')
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => setNote('Copied'),
      () => setNote('Couldn’t copy. Select the link and copy it manually.'),
    )
  return (
    <>
      <label className="join-field">
        <span>Your link for friends</span>
        <input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button className="btn" type="button" onClick={() => void copy()}>
        Copy link
      </button>
      <p className="small" role="status">
        {note}
      </p>
    </>
  )
}
