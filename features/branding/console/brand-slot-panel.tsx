import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useEffect, useId } from 'react'
import { deferred } from '@quaff/platform/console/controls/deferred'
import { RelativeTime } from '@quaff/platform/console/display/date-time'
import { FaultNotice } from '@quaff/platform/console/display/notice'
import { Panel } from '@quaff/platform/console/display/panel'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { ownImage } from '@quaff/platform/shared/safe-address'
import type { BrandImageKind, Branding, BrandSlot } from '../contract'
import { DropZoneField } from './drop-zone-field'
import { describeImage, isFarFromSquare, slotTexts } from './slot-texts'
import { UploadNotice } from './upload-notice'
import { useSlotActions } from './use-slot-actions'
import { useSlotUpload } from './use-slot-upload'
import classes from './slot.module.css'

const CropDialog = deferred(async () => (await import('./crop-dialog')).CropDialog)

interface BrandSlotPanelProps {
  branding: Branding
  kind: BrandImageKind
  /** Why nothing can be changed: the role, or the state of the merchant. */
  disabledReason?: string
  /** Tells the page, which asks before it is left meanwhile. */
  onBusyChange: (kind: BrandImageKind, busy: boolean) => void
}

/** One place for an image: what is there, and everything that can be done about it. */
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
        <FaultNotice text={upload.refusal} />
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
  const facts = describeImage(slot)
  // Images of other sites are never loaded: they would tell that site who looks.
  const ours = ownImage(slot.url)
  return (
    <>
      {ours && <img className={classes.current} src={ours} alt={`The ${kind} in use`} />}
      <div className={classes.facts}>
        {facts && <span>{facts}</span>}
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
