import { useState } from 'react'
import { useRecentSignIn } from '@quaff/features/sign-in/reauthentication/console/recent-sign-in-widget'
import { checkFirstText, errorText, isUnconfirmedText } from '@quaff/platform/console/forms/error-text'
import { useRefetch } from '@quaff/platform/console/query-client'
import { UploadError } from '@quaff/platform/console/rpc'
import { importsApi } from './imports-queries'

const uploadText = ({ message }: UploadError) => (isUnconfirmedText(message) ? checkFirstText : message)

/** What wants a recent sign-in: runs it, reads the imports again, and keeps the sentence of a refusal. */
export function useRecentAct(run: () => Promise<void>) {
  const [problem, setProblem] = useState<string>()
  const refetch = useRefetch(importsApi.key())
  const gate = useRecentSignIn(
    async () => {
      setProblem(undefined)
      await run()
      void refetch()
    },
    (error) => {
      setProblem(error instanceof UploadError ? uploadText(error) : errorText(error))
      void refetch()
    },
  )
  return { gate, problem, setProblem }
}
