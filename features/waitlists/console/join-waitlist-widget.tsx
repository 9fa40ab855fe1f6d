import { useEffect, useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { localStore } from '@quaff/platform/console/local-store'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { JoinPage, Place } from '../join-contract'
import { joinPath } from '../rules'
import { CodeForm } from './code-form'
import { InvitationView } from './invitation-view'
import type { JoinAddress, JoinApi } from './join-api-widget'
import { type JoinAnswers, JoinForm, keptAnswers, noAnswers } from './join-form'
import { StepHeading } from './step-heading-view'

interface JoinWaitlistProps {
  /** Undefined while the page is prerendered. */
  api?: JoinApi
  address?: JoinAddress
}

type Opened = { state: 'loading' } | { state: 'missing' } | { state: 'failed' } | { state: 'open'; page: JoinPage }

export function JoinWaitlist({ api, address }: JoinWaitlistProps) {
  const [opened, setOpened] = useState<Opened>({ state: 'loading' })
  const [requested, setRequested] = useState(false)
  const [place, setPlace] = useState<Place>()
  const [tries, setTries] = useState(0)
  const { slug, ref, place: token } = address ?? {}
  const [answers, setAnswers] = useState(() => (slug === undefined ? noAnswers : keptAnswers.read(slug)))
  useEffect(() => {
    if (!api || slug === undefined) return
    Promise.all([api.open(slug, ref), findPlace(api, slug, token)]).then(
      ([page, found]) => {
        if (found) setPlace(found)
        setOpened({ state: 'open', page })
      },
      (error: unknown) => setOpened({ state: reasonOf(error) === 'WAITLIST' ? 'missing' : 'failed' }),
    )
  }, [api, slug, ref, token, tries])

  if (!api || !address || opened.state === 'loading')
    return (
      <>
        <h1>Waitlist</h1>
        <p className="lede needs-js" role="status">
          Loading…
        </p>
        <noscript>
          <p className="lede">This page needs JavaScript. Turn it on and reload the page.</p>
        </noscript>
      </>
    )
  if (opened.state === 'missing')
    return <StepHeading title="This waitlist doesn’t exist" text="Check the link and try again." />
  if (opened.state === 'failed')
    return (
      <>
        <StepHeading title="Waitlist" text="Couldn’t reach the server. Try again in a moment." />
        <div className="join">
          <button
            className="btn"
            type="button"
            onClick={() => {
              setOpened({ state: 'loading' })
              setTries(tries + 1)
            }}
          >
            Try again
          </button>
        </div>
      </>
    )
  const { page } = opened
  if (address.invite !== undefined) return <InvitationView api={api} slug={page.slug} token={address.invite} />
  const leave = () => {
    keptPlace.clear(page.slug)
    setAnswers(noAnswers)
    setRequested(false)
    setPlace(undefined)
  }
  const answer = (typed: JoinAnswers) => {
    keptAnswers.keep(page.slug, typed)
    setAnswers(typed)
  }
  const done = (found: Place) => {
    keptAnswers.clear(page.slug)
    keptPlace.keep(page.slug, found.placeToken)
    setPlace(found)
  }
  if (place)
    return (
      <PlaceView place={place} slug={page.slug} origin={address.origin} onLeave={page.isOpen ? leave : undefined} />
    )
  if (!page.isOpen) return <StepHeading title={page.name} text="This waitlist is closed. New people can’t join." />
  if (requested)
    return (
      <CodeForm
        api={api}
        address={address}
        page={page}
        answers={answers}
        onPage={(renewed) => setOpened({ state: 'open', page: renewed })}
        onBack={() => setRequested(false)}
        onDone={done}
      />
    )
  return <JoinForm api={api} page={page} answers={answers} onChange={answer} onRequested={() => setRequested(true)} />
}

async function findPlace(api: JoinApi, slug: string, token = keptPlace.read(slug)): Promise<Place | null> {
  if (token === undefined) return null
  const found = await api.openPlace(slug, token)
  if (found) keptPlace.keep(slug, token)
  else keptPlace.clear(slug)
  return found
}

const keyOf = (slug: string) => `waitlist-place.${slug}`

/** Lets the joining browser open the place again. Contains no personal data. */
const keptPlace = {
  read: (slug: string): string | undefined =>
    localStore.get(keyOf(slug), (stored) => (typeof stored === 'string' ? stored : undefined)) ?? undefined,
  keep: (slug: string, token: string) => localStore.set(keyOf(slug), token),
  clear: (slug: string) => localStore.remove(keyOf(slug)),
}

const statusTexts = {
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
  /** Starts over for another person on the same device; absent while the list is closed. */
  onLeave?: () => void
}

function PlaceView({ place, slug, origin, onLeave }: PlaceViewProps) {
  const { status, listName, referralCode, referralCount } = place
  const [title, text] = statusTexts[status]
  return (
    <>
      <StepHeading title={title} text={`${isolated(listName)}. ${text}`} />
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
