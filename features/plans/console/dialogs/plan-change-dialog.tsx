import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNow } from '@quaff/platform/console/clock'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { isStale } from '@quaff/platform/console/forms/stale-notice'
import { lastSaveOf, lastSaveTitle } from '@quaff/platform/console/forms/stale/last-save'
import { notifySuccess } from '@quaff/platform/console/frame/notify'
import type { PlanRow } from '../../contract'
import { plansApi } from '../plan-queries'
import { WhoIsHitPanel } from './who-is-hit-panel'

export type PlanChange = { kind: 'deactivate' | 'delete'; plan: PlanRow }

interface PlanChangeDialogProps {
  change: PlanChange
  onClose: () => void
}

/** Deactivation and deletion: both first say whom they meet. */
export function PlanChangeDialog({ change: { kind, plan }, onClose }: PlanChangeDialogProps) {
  const queryClient = useQueryClient()
  const now = useNow()
  const target = { merchantId: plan.merchantId, planId: plan.id }
  const hit = useQuery({ ...plansApi.subscribers.queryOptions({ input: target }), refetchOnMount: 'always' })
  const settle = (title: string, text: string) => () => {
    notifySuccess(title, text)
    void queryClient.invalidateQueries({ queryKey: plansApi.key() })
    onClose()
  }
  const deactivate = useMutation(
    plansApi.setActive.mutationOptions({
      onSuccess: settle(`${plan.name} is inactive`, 'Nobody new can buy it. You can activate it again at any time.'),
    }),
  )
  const remove = useMutation(
    plansApi.remove.mutationOptions({
      onSuccess: settle(`${plan.name} was deleted`, 'Its past figures stay in the records.'),
    }),
  )
  const busy = deactivate.isPending || remove.isPending
  const error = deactivate.error ?? remove.error
  const isUsed = hit.data !== undefined && !hit.data.deletable
  const versioned = { ...target, version: plan.version }
  const offersDeactivation = kind === 'deactivate' || (isUsed && plan.active)

  return (
    <Dialog
      opened
      onClose={onClose}
      title={kind === 'delete' ? `Delete ${plan.name}?` : `Deactivate ${plan.name}?`}
      description={
        kind === 'delete'
          ? 'Only a plan that nobody has can be deleted. It cannot be brought back.'
          : 'Nobody new can buy it. Those who have it keep their pass and go on paying.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {offersDeactivation && (
            <Button
              variant={kind === 'deactivate' ? 'danger' : 'default'}
              loading={busy}
              onClick={() => !busy && deactivate.mutate({ ...versioned, active: false })}
            >
              {kind === 'deactivate' ? 'Deactivate' : 'Deactivate instead'}
            </Button>
          )}
          {kind === 'delete' && (
            <PermissionButton
              variant="danger"
              loading={busy}
              disabledReason={deleteReason(hit.data === undefined, isUsed)}
              onClick={() => !busy && remove.mutate(versioned)}
            >
              Delete plan
            </PermissionButton>
          )}
        </>
      }
    >
      <WhoIsHitPanel query={hit} kind={kind} />
      {error && (
        <Notice tone="danger" title="Nothing was changed" announce>
          {isStale(error)
            ? `${lastSaveTitle('plan', lastSaveOf(error), now)}. Close this and look at it again.`
            : error.message}
        </Notice>
      )}
    </Dialog>
  )
}

function deleteReason(isUnknown: boolean, isUsed: boolean): string | undefined {
  if (isUnknown) return 'It is not known yet who has this plan.'
  return isUsed ? 'People have this plan now. Deactivate it instead.' : undefined
}
