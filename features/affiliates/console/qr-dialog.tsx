import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/panel'
import { QrCode } from '@quaff/platform/console/display/qr-code'
import { QrMenu } from '@quaff/platform/console/display/qr-menu'
import { product } from '@quaff/platform/shared/product'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { AffiliateLink, LinkDestination } from '../contract'
import { shortAddress, CopyAddressButton } from './link-text'
import classes from './affiliates.module.css'

export function QrDialog({ link, onClose }: { link: AffiliateLink; onClose: () => void }) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`QR code for ${isolated(link.name)}`}
      description="For table tents, counter cards and posters"
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {link.state !== 'active' && <Notice tone="info">This link isn’t active, so scans aren’t counted.</Notice>}
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

type CardLink = Pick<AffiliateLink, 'name' | 'merchantName' | 'address' | 'destination'>

/** The caption is the venue's name, because a link's own name is for staff. */
const cardTitle = ({ merchantName }: Pick<CardLink, 'merchantName'>) => merchantName ?? product.name

const invitations = {
  home: 'You’re invited for a daily cup.',
  partner_signup: `Bring your venue to ${product.name}.`,
  merchant: 'You’re invited for a daily cup.',
} as const satisfies Record<LinkDestination, string>

const copies = ['one', 'two', 'three', 'four'] as const

/** Letters of a title that still fit in its largest size. */
const largeTitle = 40

/** Four cards of A6 on a sheet of A4, with lines to cut along; black on white on every screen. */
export function PrintCards({ link }: { link: CardLink }) {
  return (
    <div className={classes.sheet}>
      {copies.map((copy) => (
        <Card key={copy} link={link} />
      ))}
    </div>
  )
}

function Card({ link }: { link: CardLink }) {
  const title = cardTitle(link)
  return (
    <section className={classes.card}>
      <p className={classes.title} data-long={title.length > largeTitle || undefined}>
        {title}
      </p>
      <p className={classes.invitation}>{invitations[link.destination]}</p>
      <div className={classes.printCardsCode}>
        <QrCode text={link.address} label={`QR code for ${link.address}`} />
      </div>
      <p className={classes.how}>Point your phone’s camera at the code, or open</p>
      <p className={classes.printCardsAddress}>{shortAddress(link.address)}</p>
      {title !== product.name && <p className={classes.product}>{product.name}</p>}
    </section>
  )
}
