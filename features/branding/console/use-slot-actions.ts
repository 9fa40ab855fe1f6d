import { errorText } from '@quaff/platform/console/forms/error-text'
import { isStale } from '@quaff/platform/console/forms/stale-notice'
import { useWrite } from '@quaff/platform/console/forms/write/use-write'
import { notifyError } from '@quaff/platform/console/frame/notify'
import type { BrandImageKind, Branding } from '../contract'
import { brandingApi } from './branding-queries'
import { slotTexts } from './slot-texts'

function sentenceOf(error: unknown): string {
  if (isStale(error)) return 'This was changed while you were editing. Review it and try again.'
  return errorText(error)
}

/** Removing and putting back; both answer with the whole branding, which is shown at once. */
export function useSlotActions(branding: Branding, kind: BrandImageKind) {
  const { title } = slotTexts[kind]
  const write = useWrite<Branding, 'remove' | 'restore'>({
    call: ({ merchantId, [kind]: { version } }, verb) =>
      verb === 'remove'
        ? brandingApi.remove.call({ merchantId, kind, version })
        : brandingApi.restore.call({ merchantId, kind }),
    keys: [brandingApi.key()],
    idOf: ({ merchantId }) => merchantId,
    // What comes back only the server knows.
    next: (verb, { [kind]: slot }) => (verb === 'remove' ? { [kind]: { ...slot, url: null } } : {}),
    failed: (error, { merchantId }, verb) => {
      notifyError(`Couldn’t ${verb} the ${title.toLowerCase()}`, sentenceOf(error), undefined, merchantId)
    },
    done: (saved, verb) =>
      verb === 'remove'
        ? {
            title: `${title} removed`,
            ...(saved[kind].restorableUntil !== null && { undo: () => write.run(saved, 'restore') }),
          }
        : { title: `${title} restored` },
  })
  return {
    putBack: () => write.run(branding, 'restore'),
    remove: () => write.run(branding, 'remove'),
    busy: write.isPending,
  }
}
