import { useMutation, useQueryClient } from '@tanstack/react-query'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import type { PlanRow } from '../contract'
import { plansApi } from './plan-queries'

type Target = Pick<PlanRow, 'id' | 'merchantId' | 'name' | 'version'>

/** What the row menu and the editor do without a form of their own. */
export function usePlanActions(onOpen: (planId: string) => void) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: plansApi.key() })
  const copy = useMutation(plansApi.duplicate.mutationOptions())
  const switchOn = useMutation(plansApi.setActive.mutationOptions())
  const failed = (title: string) => (error: Error) => {
    notifyError(title, error.message)
    void refresh()
  }

  const duplicate = ({ id: planId, merchantId, name }: Target) => {
    if (copy.isPending) return
    copy.mutate(
      { merchantId, planId, requestKey: newRequestKey() },
      {
        onSuccess: (plan) => {
          notifySuccess(`${name} was copied`, 'The copy is inactive until you activate it.')
          void refresh()
          onOpen(plan.id)
        },
        onError: failed(`${name} could not be copied`),
      },
    )
  }
  const activate = ({ id: planId, merchantId, name, version }: Target) => {
    if (switchOn.isPending) return
    switchOn.mutate(
      { merchantId, planId, version, active: true },
      {
        onSuccess: () => {
          notifySuccess(`${name} is active`, 'New subscribers can buy it while the venue is live.')
          void refresh()
        },
        onError: failed(`${name} could not be activated`),
      },
    )
  }
  return { duplicate, activate, refresh }
}
