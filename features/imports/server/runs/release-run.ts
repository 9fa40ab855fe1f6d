import type { Services } from '@quaff/platform/server/context'
import { isRefusal } from '@quaff/platform/shared/refusal'
import { stopReasonOf } from '../../runs-rules'
import { letGo } from './run-store'

/**
 * Says why nobody works on it any more. A refusal says nothing: somebody else may be at it. Where not even that can be
 * written, the error itself matters more.
 */
export async function releaseRun({ db, log }: Services, runId: string, error: unknown): Promise<void> {
  if (isRefusal(error)) return
  await letGo(db, runId, stopReasonOf(error)).catch(() => log.warn('import_not_released', { runId }))
}
