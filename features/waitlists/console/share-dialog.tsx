import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/panel'
import { QrMenu } from '@quaff/platform/console/display/qr-menu'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { Waitlist } from '../contract'
import { joinPath } from '../rules'
import { ShareView } from './share-view'
import classes from './waitlists.module.css'

export function ShareDialog({ list, onClose }: { list: Waitlist; onClose: () => void }) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Share ${isolated(list.name)}`}
      description="Anyone with this link can join."
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {!list.isOpen && <Notice tone="warn">This waitlist is closed. New people can’t join.</Notice>}
      <ShareView slug={list.slug} />
      <div className={classes.files}>
        <QrMenu
          text={`${window.location.origin}${joinPath(list.slug)}`}
          title={list.name}
          fileName={`waitlist-${list.slug}`}
        />
      </div>
    </Dialog>
  )
}
