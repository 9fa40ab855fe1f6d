import { IconCopy } from '@tabler/icons-react'
import { Button } from '@quaff/platform/console/controls/button'
import { Panel } from '@quaff/platform/console/display/panel'
import { copyText } from '@quaff/platform/console/frame/copy-text'
import type { KeyScope } from '../../contract'
import { requestExample } from '../request-example'
import classes from '../keys.module.css'

export function ExamplePanel({ scopes }: { scopes: readonly KeyScope[] }) {
  const { title, label, text } = requestExample(scopes, window.location.origin)
  return (
    <Panel
      title={title}
      actions={
        <Button size="sm" icon={IconCopy} onClick={() => void copyText(text, 'Example')}>
          Copy
        </Button>
      }
    >
      <pre className={classes.snippet} tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
    </Panel>
  )
}
