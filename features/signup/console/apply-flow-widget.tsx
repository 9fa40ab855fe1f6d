import { type ComponentProps, useEffect, useState } from 'react'
import { EmailCodeForm } from '@quaff/features/sign-in/console/mailbox-code-widget'
import { errorText, unreachableText } from '@quaff/platform/console/forms/error-text'
import { PlainTextField, StepTitle } from '@quaff/platform/console/forms/plain-field'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { useSingleRun } from '@quaff/platform/console/forms/use-attempt'
import { canStore } from '@quaff/platform/console/local-store'
import { emailError, normalizeEmail, pastedEmailLength, readableEmail } from '@quaff/platform/shared/email-address'
import type { SignupKind } from '../contract'
import { purposeOf } from '../rules'
import { BusinessForm } from './business-form'
import { CarryOverView } from './carry-over-view'
import type { CounterForm } from './counter-form'
import { NothingKeptNote } from './draft-note-text'
import { keptMailing, keptProof, keptStart } from './kept-application'
import { KnownAccountView } from './known-account-view'
import { PendingView } from './pending-view'
import type { GoTo, SignupApi } from './signup-api-widget'
import { useApplyFlow } from './use-apply-flow'

interface ApplyPagesProps {
  kind: SignupKind
  /** Undefined while the page is prerendered. */
  api?: SignupApi
  goTo?: GoTo
  supportLink: string
  /** From the link that led here. */
  affiliateCode?: string
}

const nowhere = () => {}

let LoadedForm: typeof CounterForm | undefined
/** The address formats of all countries are too large for the first load of the page. */
const loadCounterForm = async () => (LoadedForm ??= (await import('./counter-form')).CounterForm)

function CounterStep(props: ComponentProps<typeof CounterForm>) {
  const [Form, setForm] = useState(() => LoadedForm)
  const [isMissing, setIsMissing] = useState(false)
  const load = () =>
    void loadCounterForm().then(
      (form) => setForm(() => form),
      () => setIsMissing(true),
    )
  useEffect(load, [])
  if (Form) return <Form {...props} />
  if (!isMissing) return null
  return (
    <p className="err" role="alert">
      {`${unreachableText} `}
      <button className="more textlink" type="button" onClick={load}>
        Retry
      </button>
    </p>
  )
}

/** `/partners/signup` and `/partners/convert`: from the address to the application that is ready to be sent. */
export function ApplyFlow({ kind, api, goTo = nowhere, supportLink, affiliateCode = '' }: ApplyPagesProps) {
  const { flow, isReady, dispatch } = useApplyFlow({ kind, affiliateCode, goTo })
  useEffect(() => {
    // The first start counts, so that a reload followed by a quick submit does not look like a bot.
    if (keptStart.read() !== null) return
    // Without it the application is sent with a new start, slightly later.
    api?.open().then(
      ({ startToken }) => keptStart.keep(startToken),
      () => {},
    )
  }, [api])
  useEffect(() => {
    if (flow.stage === 'business') loadCounterForm().catch(() => {})
  }, [flow.stage])
  if (!api) return <EmailForm {...emailStep} kind={kind} />

  const { draft, hasMoved } = flow
  const { email } = draft
  const purpose = purposeOf(kind)
  const mailCode = async () => {
    await api.mailCode(normalizeEmail(email), purpose)
    keptMailing.keep({ kind, email: normalizeEmail(email) })
    dispatch({ type: 'emailGiven', newKey: newRequestKey() })
    dispatch({ type: 'codeMailed' })
  }
  const changeEmail = () => {
    keptProof.clear()
    keptMailing.clear()
    dispatch({ type: 'changeEmail' })
  }
  const loseProof = () => {
    keptProof.clear()
    keptMailing.clear()
    dispatch({ type: 'proofLost' })
  }
  switch (flow.stage) {
    case 'email':
    case 'leaving':
      return (
        <EmailForm
          kind={kind}
          email={email}
          isReady={isReady && flow.stage === 'email'}
          takesFocus={hasMoved}
          onType={(typed) => dispatch({ type: 'emailTyped', email: typed })}
          onContinue={mailCode}
        />
      )
    case 'code':
      return (
        <EmailCodeForm
          email={email}
          isMailed={flow.isMailed}
          reason={`Confirm ${readableEmail(email)} again to send your application. Your answers are saved.`}
          mailCode={() => api.mailCode(email, purpose)}
          prove={async (code) => {
            const { token } = await api.checkCode(email, purpose, code)
            keptProof.keep(draft, token)
            // A conversion reads it on its next page. Where it cannot be read, the answer to the application says it.
            const known = kind === 'signup' ? await api.readConversion(token, kind).catch(() => null) : null
            dispatch({ type: 'mailboxProved', proof: token, account: known?.state ?? null })
          }}
          onMailed={() => {
            keptMailing.keep(draft)
            dispatch({ type: 'codeMailed' })
          }}
          onChangeEmail={changeEmail}
        />
      )
    case 'carry-over':
      return (
        <CarryOverView
          api={api}
          flow={flow}
          onRead={(conversion) => dispatch({ type: 'conversionRead', conversion })}
          onProofLost={loseProof}
          onDone={() => dispatch({ type: 'carriedOn' })}
          onChangeEmail={changeEmail}
        />
      )
    case 'business':
      return (
        <BusinessForm
          email={email}
          answers={draft.answers}
          takesFocus={hasMoved}
          onAnswer={(answers) => dispatch({ type: 'answered', answers })}
          onChangeEmail={changeEmail}
          onBack={kind === 'convert' ? () => dispatch({ type: 'back' }) : changeEmail}
          onDone={() => dispatch({ type: 'businessDone' })}
        />
      )
    case 'counter':
      return (
        <CounterStep
          draft={draft}
          takesFocus={hasMoved}
          onAnswer={(answers) => dispatch({ type: 'answered', answers })}
          onTerms={(acceptsTerms) => dispatch({ type: 'termsTicked', acceptsTerms })}
          onTrap={(trap) => dispatch({ type: 'trapFilled', trap })}
          onBack={() => dispatch({ type: 'back' })}
          onDone={() => dispatch({ type: 'sent' })}
        />
      )
    case 'pending':
      return <PendingView email={email} supportLink={supportLink} onChangeEmail={changeEmail} />
    case 'known':
      return <KnownAccountView flow={flow} supportLink={supportLink} onChangeEmail={changeEmail} />
  }
}

const emailStep = { email: '', isReady: false, takesFocus: false, onType: nowhere, onContinue: () => Promise.resolve() }

interface EmailFormProps {
  kind: SignupKind
  email: string
  /** False until the page has read what the device keeps. */
  isReady: boolean
  takesFocus: boolean
  onType: (email: string) => void
  /** Throws the server's refusal. */
  onContinue: () => Promise<void>
}

function EmailForm({ kind, email, isReady, takesFocus, onType, onContinue }: EmailFormProps) {
  const [error, setError] = useState<string>()
  const [busy, run] = useSingleRun()
  // Detected before a code is emailed or input is lost. A prerendered page cannot know.
  const isHopeless = isReady && !canStore()
  const submit = async () => {
    setError(undefined)
    try {
      const invalid = emailError(email)
      if (invalid === null) return await onContinue()
      setError(invalid)
    } catch (error) {
      setError(errorText(error, unreachableText))
    }
    document.getElementById('email')?.focus()
  }
  const texts = stepTexts[kind]
  return (
    <>
      <StepTitle takesFocus={takesFocus}>{texts.title}</StepTitle>
      <p className="lede">{texts.lede}</p>
      <form
        className="needs-js"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void run(submit)
        }}
      >
        <PlainTextField
          name="email"
          label={texts.label}
          error={error}
          value={email}
          onChange={onType}
          input={{ type: 'email', autoComplete: 'email', placeholder: texts.example, maxLength: pastedEmailLength }}
        />
        <button
          className="btn btn--wide"
          type="submit"
          disabled={!isReady || isHopeless}
          aria-busy={busy || undefined}
          aria-describedby={isHopeless ? 'nothing-kept' : undefined}
        >
          {busy ? 'One moment…' : 'Continue'}
        </button>
        {isHopeless && <NothingKeptNote id="nothing-kept" />}
        <p className="hint">
          We use it only for this application. See <a href="/privacy">Privacy</a>.
        </p>
      </form>
    </>
  )
}

const stepTexts = {
  signup: {
    title: 'Start with your email.',
    lede: 'We’ll email you a code and pick up any account or application you already have.',
    label: 'Work email',
    example: 'you@yourvenue.com',
  },
  convert: {
    title: 'Use your existing account.',
    lede: 'Enter the email you use in the app. We’ll email you a code, then ask about your venue.',
    label: 'Email',
    example: 'you@yourvenue.com',
  },
} as const satisfies Record<SignupKind, object>
