import { useEffect, useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { AnswerForm } from './answer-form'
import type { AnsweringApi, LiveForm } from './answering-api-widget'
import { countedVisit } from './filled-form'

interface AnswerPageProps {
  /** Undefined during prerendering. */
  api?: AnsweringApi
  slug?: string
  affiliateCode?: string
  /** Opened by the form's author. The visit is not counted. */
  isPreview?: boolean
}

type Opened =
  | { state: 'loading' | 'missing' | 'failed' }
  | { state: 'closed'; name: string }
  | { state: 'live'; form: LiveForm }

/** `/f/<slug>`: a public form for visitors without an account. */
export function AnswerPage({ api, slug = '', affiliateCode = '', isPreview = false }: AnswerPageProps) {
  const [opened, setOpened] = useState<Opened>({ state: 'loading' })
  useEffect(() => {
    if (isPreview) countedVisit.waive(slug)
    api?.open(slug, !countedVisit.has(slug, 'view')).then(
      (form) => {
        if (!countedVisit.has(slug, 'view')) countedVisit.note(slug, 'view')
        setOpened(form.state === 'live' ? { state: 'live', form } : form)
      },
      (error: unknown) => setOpened({ state: reasonOf(error) === undefined ? 'failed' : 'missing' }),
    )
  }, [api, slug, isPreview])
  switch (opened.state) {
    case 'loading':
      return (
        <>
          <h1>Merchant signup</h1>
          <p className="lede needs-js" role="status">
            Loading…
          </p>
        </>
      )
    case 'missing':
      return <Said title="This form doesn’t exist" text="Check the link and try again." />
    case 'failed':
      return <Said title="Merchant signup" text="Couldn’t reach the server. Reload the page in a moment." />
    case 'closed':
      return <Said title={opened.name} text="This form is closed and no longer accepts answers." />
    case 'live': {
      const { form } = opened
      const close = () => setOpened({ state: 'closed', name: form.name })
      return api && <AnswerForm {...{ api, slug, form, affiliateCode }} onClosed={close} />
    }
  }
}

function Said({ title, text }: { title: string; text: string }) {
  return (
    <>
      <h1>{title}</h1>
      <p className="lede" role="status">
        {text}
      </p>
    </>
  )
}
