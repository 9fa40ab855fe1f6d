import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useEffect, useId } from 'react'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { RelativeTime, formatCount } from '@quaff/platform/console/display/formats'
import { ErrorNotice, Panel } from '@quaff/platform/console/display/panel'
import { errorText } from '@quaff/platform/console/forms/error-text'
import { isStale } from '@quaff/platform/console/forms/stale-notice'
import { useWrite } from '@quaff/platform/console/forms/use-write'
import { notifyError } from '@quaff/platform/console/frame/notify'
import { ownImage } from '@quaff/platform/shared/safe-address'
import type { BrandImageKind, Branding, BrandSlot } from '../contract'
import { brandingApi } from './branding-queries'
import { DropZoneField } from './drop-zone-field'
import { UploadNotice } from './upload-notice'
import { useSlotUpload } from './use-slot-upload'
import classes from './branding.module.css'

const CropDialog = deferred(async () => (await import('./crop-dialog')).CropDialog)

interface BrandSlotPanelProps {
  branding: Branding
  kind: BrandImageKind
  /** Why nothing can be changed: the role, or the state of the merchant. */
  disabledReason?: string
  /** Notifies the page, which requires confirmation to leave during an upload. */
  onBusyChange: (kind: BrandImageKind, busy: boolean) => void
}

export function BrandSlotPanel({ branding, kind, disabledReason, onBusyChange }: BrandSlotPanelProps) {
  const { title, purpose, rules } = slotTexts[kind]
  const rulesId = useId()
  const slot = branding[kind]
  const actions = useSlotActions(branding, kind)
  const upload = useSlotUpload(branding.merchantId, kind, slot.version)
  const { phase } = upload.state
  const sending = phase === 'sending' || phase === 'waiting'
  useEffect(() => onBusyChange(kind, sending), [kind, sending, onBusyChange])

  return (
    <Panel
      title={title}
      actions={
        slot.url !== null && (
          <PermissionButton
            size="sm"
            icon={IconTrash}
            loading={actions.busy}
            disabledReason={disabledReason}
            onClick={actions.remove}
          >
            Remove
          </PermissionButton>
        )
      }
    >
      <div className="q-stack">
        <p className="q-secondary">{purpose}</p>
        <DropZoneField
          noun={kind}
          rules={rules}
          rulesId={rulesId}
          disabledReason={disabledReason ?? (sending ? 'Upload in progress. Cancel it first.' : undefined)}
          onFile={(file) => void upload.take(file)}
        >
          {slot.url === null ? undefined : <CurrentImage kind={kind} slot={slot} />}
        </DropZoneField>
        {slot.restorableUntil !== null && (
          <div className="q-row q-wrap">
            <PermissionButton
              size="sm"
              icon={IconArrowBackUp}
              loading={actions.busy}
              disabledReason={disabledReason}
              onClick={actions.putBack}
            >
              Restore {kind}
            </PermissionButton>
            <span className="q-caption">Available for 24 hours after you remove it</span>
          </div>
        )}
        <ErrorNotice text={upload.refusal} />
        <UploadNotice noun={kind} state={upload.state} onCancel={upload.cancel} onRetry={upload.retry} />
      </div>
      {upload.chosen && (
        <CropDialog
          url={upload.chosen.url}
          area={upload.chosen.area}
          onConfirm={upload.crop}
          onClose={upload.cancelCrop}
        />
      )}
    </Panel>
  )
}

function CurrentImage({ kind, slot }: { kind: BrandImageKind; slot: BrandSlot }) {
  const details = describeImage(slot)
  // Images of other sites are never loaded, because that site would learn who looks.
  const ours = ownImage(slot.url)
  return (
    <>
      {ours && <img className={classes.current} src={ours} alt={`The ${kind} in use`} />}
      <div className={classes.details}>
        {details && <span>{details}</span>}
        {slot.uploadedAt && (
          <span className="q-caption">
            Uploaded <RelativeTime value={slot.uploadedAt} />
          </span>
        )}
        {!ours && <span>This image is on another site, so we don’t show it. Upload it here to use it.</span>}
        {kind === 'logo' && isFarFromSquare(slot) && (
          <span className="q-caption">Lists and the switcher fit it into a small square</span>
        )}
      </div>
    </>
  )
}

function sentenceOf(error: unknown): string {
  if (isStale(error)) return 'This was changed while you were editing. Review it and try again.'
  return errorText(error)
}

/** Remove and restore return the whole branding, which is shown immediately. */
function useSlotActions(branding: Branding, kind: BrandImageKind) {
  const { title } = slotTexts[kind]
  const write = useWrite<Branding, 'remove' | 'restore'>({
    call: ({ merchantId, [kind]: { version } }, verb) =>
      verb === 'remove'
        ? brandingApi.remove.call({ merchantId, kind, version })
        : brandingApi.restore.call({ merchantId, kind }),
    keys: [brandingApi.key()],
    idOf: ({ merchantId }) => merchantId,
    // Only the server knows which image a restore returns, so only a removal is optimistic.
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

const slotTexts = {
  logo: {
    title: 'Logo',
    purpose: 'Shown in lists, in the switcher and on passes',
    rules: 'PNG, JPEG or WebP, up to 2 MB, at least 32 × 32 px',
  },
  mark: {
    title: 'Mark',
    purpose: 'Square icon for small spaces such as map pins',
    rules: 'PNG, JPEG or WebP, up to 2 MB, at least 32 × 32 px. You can crop it.',
  },
} as const satisfies Record<BrandImageKind, { title: string; purpose: string; rules: string }>

/** "1,024 × 256 pixels, 34 KB"; nothing for an image that was not uploaded here. */
function describeImage({ width, height, byteSize }: BrandSlot): string | null {
  if (width === null || height === null || byteSize === null) return null
  return `${formatCount(width)} × ${formatCount(height)} pixels, ${formatCount(Math.max(1, Math.round(byteSize / 1024)))} KB`
}

/** Small placements are square and crop an image to its middle. */
function isFarFromSquare({ width, height }: BrandSlot): boolean {
  return width !== null && height !== null && Math.max(width / height, height / width) > 1.5
}
