import { useCommandFacts } from '@quaff/features/sessions/console/session-widget'
import { Button } from '@quaff/platform/console/controls/button'
import { LookPill } from '@quaff/platform/console/display/status-pill'
import { offeredOf } from '@quaff/platform/console/frame/commands/command'
import { useRecordCommands } from '@quaff/platform/console/frame/commands/use-record-commands'
import type { ApiKey } from '../contract'
import { keyCommands, type StartKeyAction } from './key-commands-widget'
import { stateLooks } from './key-looks'

export function KeyHeader({ apiKey, onAction }: { apiKey: ApiKey; onAction: StartKeyAction }) {
  const facts = useCommandFacts()
  useRecordCommands(keyCommands, apiKey, facts, onAction)
  return (
    <div className="q-stack">
      <b className="q-h2" aria-hidden>
        {apiKey.name}
      </b>
      <div className="q-row q-wrap">
        <LookPill look={stateLooks[apiKey.state]} />
        {offeredOf(keyCommands, apiKey, facts).map(({ name, label, icon }) => (
          <Button key={name} size="sm" icon={icon} onClick={() => onAction(name, apiKey)}>
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
