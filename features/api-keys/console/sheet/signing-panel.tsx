import { IconCopy } from '@tabler/icons-react'
import { Button } from '@quaff/platform/console/controls/button'
import { Panel } from '@quaff/platform/console/display/panel'
import { copyText } from '@quaff/platform/console/frame/copy-text'
import type { KeyScope } from '../../contract'
import { signingExample } from '../signing-example'
import classes from '../keys.module.css'

export function SigningPanel({ scopes }: { scopes: readonly KeyScope[] }) {
  const example = signingExample(scopes, window.location.origin)
  return (
    <Panel
      title="A signed request"
      actions={
        <Button size="sm" icon={IconCopy} onClick={() => void copyText(example, 'Example')}>
          Copy
        </Button>
      }
    >
      <pre className={classes.snippet} tabIndex={0} role="region" aria-label="Commands to sign and send">
        {example}
      </pre>
    </Panel>
  )
}
