import { Checkbox, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Dialog } from '@quaff/platform/console/controls/dialog'
import { Notice } from '@quaff/platform/console/display/notice'
import { copyText } from '@quaff/platform/console/frame/copy-text'
import type { ShownKey } from '../../contract'
import { isReading } from '../../rules'
import { requestExample } from '../request-example'
import classes from '../keys.module.css'

/** The one time that the secrets are seen: it closes only after somebody said that they are kept. */
export function SecretDialog({ shown, onClose }: { shown: ShownKey; onClose: () => void }) {
  const [isKept, setIsKept] = useState(false)
  const [asked, setAsked] = useState(false)
  // What is only read has no body to sign, and a key never gets another right.
  const signs = !shown.scopes.every(isReading)
  const unkept = signs ? 'Keep them first: they are not shown again' : 'Keep it first: it is not shown again'
  const { title, label, text } = requestExample(shown.scopes, window.location.origin)
  return (
    <Dialog
      opened
      size="wide"
      onClose={isKept ? onClose : () => setAsked(true)}
      title={signs ? `The secrets of ${shown.name}` : `The secret of ${shown.name}`}
      keepOnOutsideClick
      footer={
        <>
          <Checkbox
            className="q-grow"
            label={signs ? 'I have kept both secrets' : 'I have kept the secret'}
            checked={isKept}
            error={asked && !isKept ? unkept : undefined}
            onChange={(event) => setIsKept(event.currentTarget.checked)}
          />
          <Button variant="primary" disabled={!isKept} onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Notice tone="warn" title={signs ? 'Keep these now' : 'Keep this now'} announce>
        {signs
          ? 'They are shown only this once. Whoever has both can do what the key may do.'
          : 'It is shown only this once. Whoever has it reads what the key may read.'}
      </Notice>
      <Secret
        label="Secret"
        description="Goes with every request, after “Authorization: Bearer”."
        value={shown.secret}
      />
      {signs && (
        <Secret
          label="Signing secret"
          description="Signs the body of what is sent. It never goes with a request."
          value={shown.signingSecret}
        />
      )}
      <div className="q-stack-tight">
        <div className="q-row">
          <span className="q-strong q-grow">{title}</span>
          <Button size="sm" icon={IconCopy} onClick={() => void copyText(text, 'Example')}>
            Copy example
          </Button>
        </div>
        <pre className={classes.snippet} tabIndex={0} role="region" aria-label={label}>
          {text}
        </pre>
      </div>
    </Dialog>
  )
}

function Secret({ label, description, value }: { label: string; description: string; value: string }) {
  return (
    <div className={classes.secret}>
      <TextInput
        label={label}
        description={description}
        inputWrapperOrder={['label', 'description', 'input']}
        value={value}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        icon={IconCopy}
        aria-label={`Copy the ${label.toLowerCase()}`}
        onClick={() => void copyText(value, label)}
      >
        Copy
      </Button>
    </div>
  )
}
