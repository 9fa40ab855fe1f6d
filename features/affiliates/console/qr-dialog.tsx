import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { QrCode } from '@quaff/platform/console/display/qr/qr-code'
import { QrMenu } from '@quaff/platform/console/display/qr/qr-menu'
import type { AffiliateLink } from '../contract'
import { CopyAddressButton } from './copy-address-button'
import { shortAddress, stateLooks } from './link-looks'
import { cardTitle, PrintCards } from './print-cards'
import classes from './affiliates.module.css'

export function QrDialog({ link, onClose }: { link: AffiliateLink; onClose: () => void }) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`QR code for ${link.name}`}
      description="For table tents, counter cards and posters"
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {link.state !== 'active' && (
        <Notice tone="info">
          {`This link is ${stateLooks[link.state].label.toLowerCase()}. Scans won’t be counted.`}
        </Notice>
      )}
      <div className={classes.share}>
        <div className={classes.code}>
          <QrCode text={link.address} label={`QR code for ${link.address}`} />
        </div>
        <span className={`q-strong ${classes.whole}`}>{shortAddress(link.address)}</span>
        <CopyAddressButton link={link} withWords />
        <QrMenu
          text={link.address}
          title={cardTitle(link)}
          fileName={`qr-${link.slug}`}
          paper={<PrintCards link={link} />}
        />
        <span className="q-caption">Prints 4 A6 cards on one A4 sheet</span>
      </div>
    </Dialog>
  )
}
