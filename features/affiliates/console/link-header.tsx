import { useCommandFacts } from '@quaff/features/sessions/console/session-widget'
import { PermissionButton } from '@quaff/platform/console/display/permission-button'
import { LookPill } from '@quaff/platform/console/display/status-pill'
import { offeredOf } from '@quaff/platform/console/frame/commands/command'
import { useRecordCommands } from '@quaff/platform/console/frame/commands/use-record-commands'
import type { AffiliateLink } from '../contract'
import { CopyAddressButton } from './copy-address-button'
import { linkCommands } from './link-commands-widget'
import { shortAddress, stateLooks } from './link-looks'
import type { StartLinkAction } from './use-link-actions'
import classes from './affiliates.module.css'

type LinkHeaderProps = { link: AffiliateLink; onAction: StartLinkAction }

export function LinkHeader({ link, onAction }: LinkHeaderProps) {
  const facts = useCommandFacts()
  useRecordCommands(linkCommands, link, facts, onAction)
  const buttons = offeredOf(linkCommands, link, facts).filter(({ name }) => name !== 'copy')
  return (
    <div className="q-stack">
      <b className={`q-h2 ${classes.whole}`} aria-hidden>
        {link.name}
      </b>
      <div className="q-row q-wrap">
        <LookPill look={stateLooks[link.state]} />
        <span className={`q-secondary ${classes.whole}`}>{shortAddress(link.address)}</span>
      </div>
      <div className="q-row q-wrap">
        <CopyAddressButton link={link} withWords />
        {buttons.map(({ name, label, icon, keys, because }) => (
          <PermissionButton
            key={name}
            size="sm"
            icon={icon}
            shortcut={keys?.toUpperCase()}
            disabledReason={because}
            onClick={() => onAction(name, link)}
          >
            {label}
          </PermissionButton>
        ))}
      </div>
    </div>
  )
}
