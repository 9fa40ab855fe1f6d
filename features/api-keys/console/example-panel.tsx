import { IconCopy } from '@tabler/icons-react'
import { Button } from '@quaff/platform/console/controls/button'
import { Panel } from '@quaff/platform/console/display/panel'
import { Snippet } from '@quaff/platform/console/display/text/snippet'
import { copyText } from '@quaff/platform/console/frame/copy-text'
import type { KeyScope } from '../contract'
import { requestExample } from './request-example'

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
      <Snippet label={label} text={text} />
    </Panel>
  )
}
