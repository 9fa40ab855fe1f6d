import { useEffect, useState } from 'react'
import type { SignupKind, SignupReceipt } from '../contract'
import type { ApplicationDraft } from './application-draft'
import { forgetApplication, keptDraft, keptKnownEmail, keptMailing, keptProof, keptReceipt } from './kept-application'
import { PendingView } from './pending-view'
import { ProcessingView } from './processing-view'
import { signupPaths, type GoTo, type SignupApi } from './signup-api-widget'
import { useSending } from './use-sending'

interface ProcessingProps {
  /** Undefined while the page is prerendered. */
  api?: SignupApi
  goTo: GoTo
  supportLink: string
}

/** `/partners/signup/processing`: sends what the device keeps. Loading the page again sends nothing twice. */
export function Processing({ api, goTo, supportLink }: ProcessingProps) {
  const [draft, setDraft] = useState<ApplicationDraft | null>(null)
  useEffect(() => {
    if (!api) return
    const stored = keptDraft.read()
    if (stored?.isSent === true) setDraft(stored)
    else
      goTo(stored === null && keptReceipt.read() !== null ? signupPaths.success : formPathOf(stored?.kind), 'replace')
  }, [api, goTo])
  if (!api || draft === null) return <ProcessingView supportLink={supportLink} />
  return <SendingApplication api={api} draft={draft} goTo={goTo} supportLink={supportLink} />
}

const formPathOf = (kind: SignupKind | undefined) => (kind === 'convert' ? signupPaths.convert : signupPaths.signup)

interface SendingApplicationProps extends Required<ProcessingProps> {
  draft: ApplicationDraft
}

function SendingApplication({ api, draft, goTo, supportLink }: SendingApplicationProps) {
  const [isPending, setIsPending] = useState(false)
  const formPath = formPathOf(draft.kind)
  const settle = (receipt: SignupReceipt) => {
    forgetApplication()
    switch (receipt.outcome) {
      case 'submitted':
        keptReceipt.keep(draft, receipt)
        return goTo(signupPaths.success, 'replace')
      case 'existing':
        keptKnownEmail.keep(draft.email)
        return goTo(signupPaths.existing, 'replace')
      case 'pending':
        return setIsPending(true)
    }
  }
  const proveAgain = () => {
    keptProof.clear()
    keptMailing.clear()
    goTo(formPath, 'replace')
  }
  const backToForm = () => {
    keptDraft.keep({ ...draft, isSent: false })
    goTo(formPath, 'replace')
  }
  const { state, retry } = useSending({ api, draft, onAnswer: settle, onProofLost: proveAgain })
  if (isPending)
    return <PendingView email={draft.email} supportLink={supportLink} onChangeEmail={() => goTo(formPath, 'replace')} />
  return <ProcessingView state={state} supportLink={supportLink} onRetry={retry} onBack={backToForm} />
}
