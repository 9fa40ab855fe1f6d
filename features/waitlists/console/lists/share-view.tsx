import { IconCopy } from '@tabler/icons-react'
import { create } from 'qrcode'
import { joinPath } from '../../rules'
import classes from '../waitlists.module.css'
import { Button } from '@quaff/platform/console/controls/button'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'

const quietZone = 4

/** The address of the join page, and the same as a code to be read with a phone. */
export function ShareView({ slug }: { slug: string }) {
  const address = `${window.location.origin}${joinPath(slug)}`
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => notifySuccess('Link copied', address),
      () => notifyError('The link could not be copied', 'Select it and copy it by hand.'),
    )
  return (
    <div className={classes.share}>
      <QrCode text={address} />
      <a className={`q-link ${classes.address}`} href={address} target="_blank" rel="noreferrer">
        {address}
      </a>
      <Button icon={IconCopy} onClick={() => void copy()}>
        Copy link
      </Button>
    </div>
  )
}

/** Always dark on white: many readers do not take it the other way round. */
function QrCode({ text }: { text: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const side = size + 2 * quietZone
  const path = Array.from({ length: size * size }, (_, index) =>
    data[index] ? `M${(index % size) + quietZone} ${Math.floor(index / size) + quietZone}h1v1h-1z` : '',
  ).join('')
  return (
    <div className={classes.code}>
      <svg viewBox={`0 0 ${side} ${side}`} role="img" aria-label={`QR code of ${text}`} shapeRendering="crispEdges">
        <path d={path} />
      </svg>
    </div>
  )
}
