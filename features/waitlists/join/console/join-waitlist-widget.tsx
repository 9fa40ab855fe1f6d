import { useEffect, useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import type { JoinPage, Place } from '../contract'
import { CodeForm } from './code-form'
import { InvitationView } from './invitation-view'
import { keptAnswers, noAnswers, type JoinAnswers } from './join-answers'
import type { JoinAddress, JoinApi } from './join-api-widget'
import { JoinForm } from './join-form'
import { keptPlace } from './kept-place'
import { PlaceView } from './place-view'
import { StepHeading } from './step-heading-view'

interface JoinWaitlistProps {
  /** Undefined while the page is prerendered. */
  api?: JoinApi
  address?: JoinAddress
}

type Opened = { state: 'loading' } | { state: 'missing' } | { state: 'failed' } | { state: 'open'; page: JoinPage }

/** The join page of a waitlist: answers, a code from the mail, the own place. An invitation comes first where there is one. */
export function JoinWaitlist({ api, address }: JoinWaitlistProps) {
  const [opened, setOpened] = useState<Opened>({ state: 'loading' })
  const [asked, setAsked] = useState(false)
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
    setAsked(false)
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
  if (asked)
    return (
      <CodeForm
        api={api}
        address={address}
        page={page}
        answers={answers}
        onPage={(renewed) => setOpened({ state: 'open', page: renewed })}
        onBack={() => setAsked(false)}
        onDone={done}
      />
    )
  return <JoinForm api={api} page={page} answers={answers} onChange={answer} onAsked={() => setAsked(true)} />
}

/** Of the link in the mail, or of this browser; what opens nothing any more is forgotten. */
async function findPlace(api: JoinApi, slug: string, token = keptPlace.read(slug)): Promise<Place | null> {
  if (token === undefined) return null
  const found = await api.openPlace(slug, token)
  if (found) keptPlace.keep(slug, token)
  else keptPlace.clear(slug)
  return found
}
