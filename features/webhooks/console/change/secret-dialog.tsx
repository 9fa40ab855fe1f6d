import { Checkbox, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { copyText } from '@quaff/platform/console/frame/copy-text'
import type { ShownEndpoint } from '../../contract'
import { hostOf, verificationExample } from '../webhook-looks'
import classes from '../webhooks.module.css'

/** The one time that the secret is seen: it closes only after somebody said that it is kept. */
export function SecretDialog({ shown, onClose }: { shown: ShownEndpoint; onClose: () => void }) {
  const [isKept, setIsKept] = useState(false)
  const [asked, setAsked] = useState(false)
  return (
    <Dialog
      opened
      size="wide"
      onClose={isKept ? onClose : () => setAsked(true)}
      title={`The secret of ${hostOf(shown)}`}
      keepOnOutsideClick
      footer={
        <>
          <Checkbox
            className="q-grow"
            label="I have kept the secret"
            checked={isKept}
            error={asked && !isKept ? 'Keep it first: it is not shown again' : undefined}
            onChange={(event) => setIsKept(event.currentTarget.checked)}
          />
          <Button variant="primary" disabled={!isKept} onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Notice tone="warn" title="Keep this now" announce>
        It is shown only this once. Whoever has it can write requests that look like ours.
      </Notice>
      <div className={classes.secret}>
        <TextInput label="Secret" value={shown.secret} readOnly onFocus={(event) => event.currentTarget.select()} />
        <Button icon={IconCopy} aria-label="Copy the secret" onClick={() => void copyText(shown.secret, 'Secret')}>
          Copy
        </Button>
      </div>
      <div className="q-stack-tight">
        <div className="q-row">
          <span className="q-strong q-grow">Check what you receive</span>
          <Button size="sm" icon={IconCopy} onClick={() => void copyText(verificationExample, 'Example')}>
            Copy example
          </Button>
        </div>
        <pre className={classes.snippet} tabIndex={0} role="region" aria-label="Code that checks a request">
          {verificationExample}
        </pre>
      </div>
    </Dialog>
  )
}
