import { useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { specifiedText } from '@quaff/platform/console/forms/error-text'
import { secondFactorTexts, type SecondProof } from '../contract'
import { normalizeRecoveryCode } from '../rules'

const sixDigits = /^\d{6}$/
const tenCharacters = /^[a-z2-7]{10}$/

/** What is typed as proof, and which of the two kinds it is. */
export function useProof() {
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string | null>(null)

  /** Null, with the reason at the field, while it is incomplete. */
  const read = (): SecondProof | null => {
    const typed = normalizeRecoveryCode(text)
    const isComplete = (kind === 'app' ? sixDigits : tenCharacters).test(typed)
    setFault(isComplete ? null : secondFactorTexts[kind === 'app' ? 'code' : 'recoveryCode'])
    if (!isComplete) return null
    return kind === 'app' ? { code: typed } : { recoveryCode: typed }
  }
  /** A used code is of no use any more: the field is empty for the next one. */
  const refuse = (error: unknown) => {
    const isWrong = ['WRONG_APP_CODE', 'WRONG_RECOVERY_CODE'].includes(reasonOf(error) ?? '')
    if (isWrong) setText('')
    setFault(specifiedText(error, 'Couldn’t check this. Try again.'))
  }
  return {
    kind,
    text,
    fault,
    type: (typed: string) => {
      setFault(null)
      setText(typed)
    },
    change: () => {
      setKind(kind === 'app' ? 'recovery' : 'app')
      setText('')
      setFault(null)
    },
    read,
    refuse,
  }
}

export type Proof = ReturnType<typeof useProof>
