import { useMutation, useQueryClient } from '@tanstack/react-query'
import { isStale } from '@quaff/platform/console/forms/stale-notice'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import type { BrandImageKind, Branding } from '../../contract'
import { brandingApi } from '../branding-queries'
import { slotTexts } from './slot-texts'

const UNDO_MS = 10_000

function sentenceOf(error: unknown): string {
  if (isStale(error)) return 'Somebody else changed it meanwhile. Look at the new one and try again.'
  return error instanceof Error && 'code' in error ? error.message : 'The server could not be reached. Try again.'
}

/** Removing and putting back; both answer with the whole branding, which is shown at once. */
export function useSlotActions(merchantId: string, kind: BrandImageKind) {
  const queryClient = useQueryClient()
  const { title } = slotTexts[kind]
  const show = (branding: Branding) =>
    queryClient.setQueryData(brandingApi.get.queryKey({ input: { merchantId } }), branding)
  const refresh = () => queryClient.invalidateQueries({ queryKey: brandingApi.key() })

  const restore = useMutation({
    ...brandingApi.restore.mutationOptions(),
    onSuccess(branding) {
      show(branding)
      notifySuccess(`${title} is back`)
    },
    onError(error) {
      notifyError(`${title} could not be put back`, sentenceOf(error))
      void refresh()
    },
  })
  const putBack = () => restore.mutate({ merchantId, kind })
  const remove = useMutation({
    ...brandingApi.remove.mutationOptions(),
    onSuccess(branding) {
      show(branding)
      const canUndo = branding[kind].restorableUntil !== null
      notifySuccess(
        `${title} removed`,
        undefined,
        canUndo ? { label: 'Undo', run: putBack, forMs: UNDO_MS } : undefined,
      )
    },
    onError(error) {
      notifyError(`${title} could not be removed`, sentenceOf(error))
      void refresh()
    },
  })
  return {
    refresh,
    putBack,
    remove: (version: string) => remove.mutate({ merchantId, kind, version }),
    busy: remove.isPending || restore.isPending,
  }
}
