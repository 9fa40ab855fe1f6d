import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { managed } from '@quaff/platform/console/controls/autofill'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import { pastedCodeLength } from '@quaff/platform/shared/pasted-text'
import { secondFactorMessages, type SecondProof } from '../contract'
import { normalizeRecoveryCode } from '../rules'

/** The app's code, or a recovery code for users without the phone. */
export function ProofField({ proof }: { proof: Proof }) {
  const field = useRef<HTMLInputElement>(null)
  const { kind, text, error } = proof
  // Also after switching the kind, and after a refusal has cleared the field.
  useEffect(() => field.current?.focus(), [kind, error])
  return (
    <div className="q-stack-tight">
      {kind === 'app' ? (
        <TextInput
          ref={field}
          label="Code from your authenticator app"
          name="code"
          inputMode="numeric"
          {...managed('one-time-code')}
          maxLength={pastedCodeLength}
          value={text}
          error={error}
          onChange={(event) => proof.type(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          ref={field}
          label="Recovery code"
          name="recoveryCode"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={pastedCodeLength}
          value={text}
          error={error}
          onChange={(event) => proof.type(event.currentTarget.value)}
        />
      )}
    </div>
  )
}

const sixDigits = /^\d{6}$/
const tenCharacters = /^[a-z2-7]{10}$/

export function useProof() {
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)

  /** Null, with the reason at the field, while it is incomplete. */
  const read = (): SecondProof | null => {
    const typed = normalizeRecoveryCode(text)
    const isComplete = (kind === 'app' ? sixDigits : tenCharacters).test(typed)
    setError(isComplete ? null : secondFactorMessages[kind === 'app' ? 'code' : 'recoveryCode'])
    if (!isComplete) return null
    return kind === 'app' ? { code: typed } : { recoveryCode: typed }
  }
  /** A used code is invalid, so the field is cleared. */
  const refuse = (error: unknown) => {
    const isWrong = ['WRONG_APP_CODE', 'WRONG_RECOVERY_CODE'].includes(reasonOf(error) ?? '')
    if (isWrong) setText('')
    setError(specifiedText(error, 'Couldn’t check this. Try again.'))
  }
  return {
    kind,
    text,
    error,
    type: (typed: string) => {
      setError(null)
      setText(typed)
    },
    change: () => {
      setKind(kind === 'app' ? 'recovery' : 'app')
      setText('')
      setError(null)
    },
    read,
    refuse,
  }
}

type Proof = ReturnType<typeof useProof>
