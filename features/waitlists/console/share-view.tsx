import { IconCopy } from '@tabler/icons-react'
import { Button } from '@quaff/platform/console/controls/button'
import { copyLink } from '@quaff/platform/console/display/panel'
import { QrCode } from '@quaff/platform/console/display/qr-code'
import { joinPath } from '../rules'
import classes from './waitlists.module.css'

export function ShareView({ slug }: { slug: string }) {
  const address = `${window.location.origin}${joinPath(slug)}`
  return (
    <div className={classes.share}>
      <div className={classes.code}>
        <QrCode text={address} label={`QR code for ${address}`} />
      </div>
      <a className={`q-link ${classes.address}`} href={address} target="_blank" rel="noreferrer">
        {address}
      </a>
      <Button icon={IconCopy} onClick={() => void copyLink(address)}>
        Copy link
      </Button>
    </div>
  )
}
