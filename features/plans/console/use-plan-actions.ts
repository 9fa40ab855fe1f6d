import { useMutation, useQueryClient } from '@tanstack/react-query'
import { newRequestKey } from '@quaff/platform/console/forms/request-key'
import { useWrite } from '@quaff/platform/console/forms/write/use-write'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import type { PlanRow } from '../contract'
import { plansApi } from './plan-queries'

type Target = Pick<PlanRow, 'id' | 'merchantId' | 'name' | 'version'>

/** What the row menu and the editor do without a form of their own. */
export function usePlanActions(onOpen: (planId: string) => void) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: plansApi.key() })
  const copy = useMutation(plansApi.duplicate.mutationOptions())
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
  const switching = useWrite<Target & Pick<PlanRow, 'active'>, boolean>({
    call: ({ id: planId, merchantId, version }, active) =>
      plansApi.setActive.call({ merchantId, planId, version, active }),
    keys: [plansApi.key()],
    next: (active) => ({ active }),
    failed: 'The plan was not changed',
    done: (saved, active) => ({
      title: `${saved.name} is ${active ? 'active' : 'inactive'}`,
      ...(active && { message: 'New subscribers can buy it while the venue is live.' }),
      undo: () => switching.run(saved, !active),
    }),
  })
  const activate = (plan: Target & Pick<PlanRow, 'active'>) => switching.run(plan, true)
  return { duplicate, activate, refresh }
}
