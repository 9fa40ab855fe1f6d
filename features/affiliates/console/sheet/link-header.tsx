import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import type { AffiliateLink } from '../../contract'
import { actionLooks, offeredActions, useLinkKeys, type StartLinkAction } from '../change/use-link-actions'
import { CopyAddressButton } from '../copy-address-button'
import { shortAddress } from '../link-looks'
import { LinkStatusPill } from '../link-status-pill'
import type { LinkRights } from '../use-link-rights'
import classes from '../affiliates.module.css'

type LinkHeaderProps = { link: AffiliateLink; rights: LinkRights; onAction: StartLinkAction }

export function LinkHeader({ link, rights, onAction }: LinkHeaderProps) {
  useLinkKeys({ subject: () => link, rights, start: onAction, scope: 'overlay' })
  return (
    <div className="q-stack">
      <b className={`q-h2 ${classes.whole}`} aria-hidden>
        {link.name}
      </b>
      <div className="q-row q-wrap">
        <LinkStatusPill state={link.state} />
        <span className={`q-secondary ${classes.whole}`}>{shortAddress(link.address)}</span>
      </div>
      <div className="q-row q-wrap">
        <CopyAddressButton link={link} withWords />
        {offeredActions(link).map((action) => (
          <PermissionButton
            key={action}
            size="sm"
            icon={actionLooks[action].icon}
            shortcut={actionLooks[action].shortcut}
            disabledReason={actionLooks[action].changes ? rights.changeReason : undefined}
            onClick={() => onAction(action, link)}
          >
            {actionLooks[action].label}
          </PermissionButton>
        ))}
      </div>
    </div>
  )
}
