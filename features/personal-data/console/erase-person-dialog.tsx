import { TextInput } from '@mantine/core'
import { ConfirmIdentityDialog } from '@quaff/features/sign-in/reauthentication/console/recent-sign-in-widget'
import type { UserRecord } from '@quaff/features/users/contract'
import { Dialog, DialogButtons } from '@quaff/platform/console/controls/dialog'
import { FaultNotice } from '@quaff/platform/console/display/notice'
import { StaleNotice } from '@quaff/platform/console/forms/stale-notice'
import { textLimits } from '@quaff/platform/shared/text'
import { ErasureFacts } from './erasure-facts-section'
import { useErasePerson } from './use-erase-person'

export function ErasePersonDialog({ opened, onClose }: { opened: UserRecord; onClose: () => void }) {
  const { person, typed, type, fault, problem, stale, kept, gate, submit, reload } = useErasePerson(opened, onClose)
  if (gate.asking) return <ConfirmIdentityDialog gate={gate} action="Confirm and erase" onClose={onClose} />
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Erase ${person.displayName || 'this person'}?`}
      description="This can’t be undone. To block access temporarily, suspend them instead."
      keepOnOutsideClick
      onSubmit={submit}
      footer={
        <DialogButtons onCancel={onClose} danger loading={gate.busy}>
          Erase permanently
        </DialogButtons>
      }
    >
      {stale !== undefined && <StaleNotice what="user" error={stale} onReload={() => void reload()} />}
      <FaultNotice text={problem} />
      <ErasureFacts kept={kept} />
      <TextInput
        label={`Type “${person.email}” to confirm`}
        data-autofocus
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={textLimits.email}
        value={typed}
        error={fault}
        onChange={(event) => type(event.currentTarget.value)}
      />
    </Dialog>
  )
}
