import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { auditLogLimits, type AuditFinding, type VerifyAuditStep } from '../audit/contract'
import { settingsApi } from './settings-queries'

export interface ChainProgress {
  checked: number
  total: number
}

export interface ChainResult extends ChainProgress {
  findings: AuditFinding[]
  /** False: there were more entries than one check reads. */
  whole: boolean
  head: VerifyAuditStep['head']
  unsealed: number | null
}

/** Asks the server for one stretch of the chain after the other; leaving the page ends it. */
export function useVerifyChain() {
  const queryClient = useQueryClient()
  const [progress, setProgress] = useState<ChainProgress | null>(null)
  const stopped = useRef(false)
  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = true
    }
  }, [])
  const verifying = useMutation({
    mutationFn: async (): Promise<ChainResult> => {
      setProgress(null)
      const result: ChainResult = { checked: 0, total: 0, findings: [], whole: false, head: null, unsealed: null }
      let after = 0
      while (!stopped.current && !result.whole && result.checked < auditLogLimits.verifyRows) {
        const options = settingsApi.verifyAudit.queryOptions({ input: { after } })
        const step = await queryClient.fetchQuery({ ...options, staleTime: 0, gcTime: 0 })
        after = step.through
        result.checked += step.checked
        result.findings.push(...step.findings)
        Object.assign(result, { total: step.total, whole: step.done, head: step.head, unsealed: step.unsealed })
        setProgress({ checked: result.checked, total: Math.min(step.total, auditLogLimits.verifyRows) })
      }
      return result
    },
  })
  return { verify: () => verifying.mutate(), progress, result: verifying.data, verifying }
}
