import { useState } from 'react'
import { errorText, unreachableText } from '@quaff/platform/console/forms/error-text'
import { canStore } from '@quaff/platform/console/local-store'
import { PlainTextField } from '@quaff/platform/console/plain-form/plain-field'
import { StepTitle } from '@quaff/platform/console/plain-form/step-title'
import { useSingleRun } from '@quaff/platform/console/plain-form/use-single-run'
import { emailFaultText, isEmail, textLimits } from '@quaff/platform/shared/readable-text'
import type { SignupKind } from '../contract'
import { NothingKeptNote } from './draft-note-text'

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

export function EmailForm({ kind, email, isReady, takesFocus, onType, onContinue }: EmailFormProps) {
  const [fault, setFault] = useState<string>()
  const [busy, run] = useSingleRun()
  // Found out before anything is mailed or typed in vain; a page that is prerendered cannot know.
  const isHopeless = isReady && !canStore()
  const submit = async () => {
    setFault(undefined)
    try {
      if (isEmail(email)) return await onContinue()
      setFault(emailFaultText)
    } catch (error) {
      setFault(errorText(error, unreachableText))
    }
    document.getElementById('email')?.focus()
  }
  const words = texts[kind]
  return (
    <>
      <StepTitle takesFocus={takesFocus}>{words.title}</StepTitle>
      <p className="lede">{words.lede}</p>
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
          label={words.label}
          fault={fault}
          value={email}
          onChange={onType}
          input={{ type: 'email', autoComplete: 'email', placeholder: words.example, maxLength: textLimits.email }}
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

const texts = {
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
