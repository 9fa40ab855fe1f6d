import { useEffect, useRef, useState } from 'react'
import { reasonOf } from '@quaff/features/reasons'
import { EmailCodeForm } from '@quaff/features/sign-in/console/mailbox-code-widget'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { StepTitle } from '@quaff/platform/console/forms/plain-field'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { useSingleRun } from '@quaff/platform/console/forms/use-attempt'
import { tabStore } from '@quaff/platform/console/tab-store'
import { refusedField } from '@quaff/platform/shared/refusal'
import type { FieldError } from '../../fields-rules'
import type { AnsweringApi, LiveForm } from './answering-api-widget'
import {
  countedVisit,
  emailOf,
  errorsOf,
  type FilledForm,
  fitPicture,
  keptAnswers,
  pictureErrorCodes,
  sentAnswers,
  wantedPictures,
} from './filled-form'
import { QuestionsForm } from './questions-form'
import { PictureRefused, sendAnswers } from './send-answers'

interface AnswerFormProps {
  api: AnsweringApi
  slug: string
  form: LiveForm
  affiliateCode: string
  onClosed: () => void
}

type Stage = 'form' | 'code' | 'sent'

export function AnswerForm({ api, slug, form, affiliateCode, onClosed }: AnswerFormProps) {
  const { filled, type, choose } = useFilledForm(api, slug, form)
  const [stage, setStage] = useState<Stage>('form')
  const [reference, setReference] = useState('')
  const [hasMoved, setHasMoved] = useState(false)
  const [trap, setTrap] = useState('')
  const [wantsReceipt, setWantsReceipt] = useState(false)
  const [refused, setRefused] = useState<FieldError[]>([])
  const [problem, setProblem] = useState<string>()
  const [attempt, setAttempt] = useState(0)
  const [busy, run] = useSingleRun()
  const proved = useRef<{ email: string; proof: string }>(undefined)
  const [uploaded] = useState(() => new Map<File, string>())
  const email = emailOf(form, filled)
  const hasPictures = wantedPictures(form, filled).length > 0
  const isRequested = hasPictures || wantsReceipt
  const errors = attempt === 0 ? pictureErrorCodes(form, filled) : [...errorsOf(form, filled), ...refused]

  const moveTo = (next: Stage) => {
    setHasMoved(true)
    setStage(next)
  }
  const send = async () => {
    const proof = isRequested ? (proved.current?.proof ?? null) : null
    // A picture has no id before the upload, so name and size identify it.
    const pictures = wantedPictures(form, filled).map(([, { name, size }]) => [name, size])
    const requestKey = filledKey.of(slug, JSON.stringify([form.version, sentAnswers(form, filled), pictures]))
    const sent = await sendAnswers({ api, slug, form, filled, proof, trap, affiliateCode, requestKey, uploaded })
    keptAnswers.clear(slug, form.version)
    filledKey.clear(slug)
    countedVisit.end(slug)
    setReference(sent.reference)
    moveTo('sent')
  }
  const explain = (error: unknown) => {
    const [reason, field] = [reasonOf(error), refusedField(error)]
    if (reason === 'CLOSED') return onClosed()
    if (reason === 'PROOF') proved.current = undefined
    if (reason === 'ANSWERS' && field !== undefined) {
      // The server no longer has the picture, so it is uploaded again.
      uploaded.clear()
      refuse({ fieldId: field, text: errorText(error) })
    } else if (error instanceof PictureRefused) refuse({ fieldId: error.fieldId, text: error.message })
    else setProblem(errorText(error))
    moveTo('form')
  }
  const refuse = (error: FieldError) => {
    setRefused([error])
    setAttempt((count) => count + 1)
  }
  const submit = async () => {
    setRefused([])
    setProblem(undefined)
    setAttempt(attempt + 1)
    if (errorsOf(form, filled).length > 0) return
    try {
      if (!isRequested || proved.current?.email === email) return await send()
      await api.mailCode(email)
      moveTo('code')
    } catch (error) {
      explain(error)
    }
  }
  if (stage === 'sent')
    return (
      <>
        <StepTitle takesFocus>Sent</StepTitle>
        <p className="lede lines">{form.successText.trim() === '' ? thanks : form.successText}</p>
        <p className="after">
          Your reference: <strong>{reference}</strong>. Keep it so we can find your answers quickly.
        </p>
      </>
    )
  if (stage === 'code')
    return (
      <EmailCodeForm
        email={email}
        isMailed
        mailCode={() => api.mailCode(email)}
        prove={async (code) => {
          proved.current = { email, proof: (await api.checkCode(email, code)).token }
          try {
            await send()
          } catch (error) {
            explain(error)
          }
        }}
        onMailed={() => {}}
        onChangeEmail={() => moveTo('form')}
      />
    )
  return (
    <QuestionsForm
      {...{ form, filled, errors, problem, attempt, busy, trap }}
      takesFocus={hasMoved}
      onType={(fieldId, value) => {
        setRefused([])
        type(fieldId, value)
      }}
      onPicture={(fieldId, picture) => {
        setRefused([])
        void choose(fieldId, picture)
      }}
      onTrap={setTrap}
      receipt={hasPictures ? undefined : { isWanted: wantsReceipt, onChange: setWantsReceipt }}
      onSubmit={(event) => {
        event.preventDefault()
        void run(submit)
      }}
    />
  )
}

const thanks = 'Thank you. We’ve received your answers and will email you.'

/**
 * The idempotency key of a filled form. It survives a broken connection or a reload. Changed answers get another key;
 * otherwise the server would keep the first ones.
 */
const filledKey = {
  of: (slug: string, content: string): string => {
    const [key, stored] = readKept(slug)
    if (key !== undefined && stored === content) return key
    const made = newRequestKey()
    tabStore.set(keyOf(slug), JSON.stringify([made, content]))
    return made
  },
  clear: (slug: string) => tabStore.remove(keyOf(slug)),
}

function readKept(slug: string): [key?: string, content?: string] {
  try {
    const stored: unknown = JSON.parse(tabStore.get(keyOf(slug)) ?? '[]')
    if (!Array.isArray(stored)) return []
    const [key, content]: unknown[] = stored
    return typeof key === 'string' && typeof content === 'string' ? [key, content] : []
  } catch {
    return []
  }
}

const keyOf = (slug: string) => `form.${slug}.key`

function useFilledForm(api: AnsweringApi, slug: string, form: LiveForm) {
  const [filled, setFilled] = useState<FilledForm>(() => ({
    answers: keptAnswers.read(slug, form.version),
    pictures: {},
  }))
  const { answers } = filled
  useEffect(() => keptAnswers.keep(slug, form.version, answers), [slug, form.version, answers])
  const begin = () => {
    if (countedVisit.has(slug, 'start')) return
    countedVisit.note(slug, 'start')
    api.noteStart(slug).catch(() => {
      // A failure is ignored, because the start is only counted.
    })
  }
  return {
    filled,
    type: (fieldId: string, value: string) => {
      begin()
      setFilled((before) => ({ ...before, answers: { ...before.answers, [fieldId]: value } }))
    },
    choose: async (fieldId: string, chosen: File | undefined) => {
      begin()
      const put = (picture: File | undefined) =>
        setFilled(({ pictures: { [fieldId]: _replaced, ...others }, ...before }) => ({
          ...before,
          pictures: picture === undefined ? others : { ...others, [fieldId]: picture },
        }))
      // Shows the original file immediately, even if it is too large. Sending waits for the smaller one.
      put(chosen)
      if (chosen === undefined) return
      const fitting = await fitPicture(chosen)
      if (fitting === chosen) return
      setFilled((before) =>
        before.pictures[fieldId] === chosen
          ? { ...before, pictures: { ...before.pictures, [fieldId]: fitting } }
          : before,
      )
    },
  }
}
