import { TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { Proof } from './use-proof'

/** Room for blanks and hyphens that people type along. */
const maxTyped = { app: 8, recovery: 16 } as const

/** The code of the app; or, for whoever is without the phone, a recovery code. */
export function ProofField({ proof }: { proof: Proof }) {
  const field = useRef<HTMLInputElement>(null)
  const { kind, text, fault } = proof
  // Also after the other kind was chosen, and when a refusal has emptied the field.
  useEffect(() => field.current?.focus(), [kind, fault])
  return (
    <div className="q-stack-tight">
      {kind === 'app' ? (
        <TextInput
          ref={field}
          label="Code from your authenticator app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={maxTyped.app}
          value={text}
          error={fault}
          onChange={(event) => proof.type(event.currentTarget.value)}
        />
      ) : (
        <TextInput
          ref={field}
          label="Recovery code"
          name="recoveryCode"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={maxTyped.recovery}
          value={text}
          error={fault}
          onChange={(event) => proof.type(event.currentTarget.value)}
        />
      )}
    </div>
  )
}
