import { useState } from 'react'
import { joinPath } from '../../rules'
import type { Place } from '../contract'
import { StepHeading } from './step-heading-view'

const words = {
  waiting: [
    'You are on the list',
    'We mail you when it is your turn. This page shows your place whenever you come back.',
  ],
  invited: ['You are invited', 'Look into your mailbox: the link in the invitation takes you further.'],
  joined: ['You have joined', 'You accepted your invitation. There is nothing left to do.'],
  removed: ['You are not on this list any more', 'Write to us if you want to be added again.'],
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
              ? 'Nobody has joined through your link yet.'
              : `${referralCount.toLocaleString('en')} ${referralCount === 1 ? 'friend has' : 'friends have'} joined through your link.`}
          </p>
        </div>
      )}
      {onLeave && (
        <p className="after">
          <button className="textlink" type="button" onClick={onLeave}>
            Join with another address
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
      () => setNote('Copied.'),
      () => setNote('Select the link and copy it by hand.'),
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
