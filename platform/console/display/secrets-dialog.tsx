import { Checkbox, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../controls/button'
import { Dialog } from '../controls/dialog'
import { copyText, Snippet, Notice } from './panel'
import classes from './secrets.module.css'

interface SecretField {
  label: string
  description?: string
  value: string
}

interface SecretsDialogProps {
  title: string
  /** Effect that the holder of the secrets can have. */
  warning: string
  secrets: readonly SecretField[]
  /** Code that uses them; `label` names it to a screen reader. */
  example: { title: string; label: string; text: string }
  onClose: () => void
}

/** Shows secrets the only time they are visible. It closes after the user confirms that they saved them. */
export function SecretsDialog({ title, warning, secrets, example, onClose }: SecretsDialogProps) {
  const [isKept, setIsKept] = useState(false)
  const [requested, setRequested] = useState(false)
  const isOne = secrets.length === 1
  const unkept = isOne ? 'Copy it now. You won’t see it again.' : 'Copy them now. You won’t see them again.'
  return (
    <Dialog
      opened
      size="wide"
      onClose={isKept ? onClose : () => setRequested(true)}
      title={title}
      keepOnOutsideClick
      footer={
        <>
          <Checkbox
            className="q-grow"
            label={isOne ? 'I’ve saved the secret' : 'I’ve saved both secrets'}
            checked={isKept}
            error={requested && !isKept ? unkept : undefined}
            onChange={(event) => setIsKept(event.currentTarget.checked)}
          />
          <Button variant="primary" disabled={!isKept} onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <Notice tone="warn" title={isOne ? 'Save this now' : 'Save these now'} announce>
        {warning}
      </Notice>
      {secrets.map((secret) => (
        <Secret key={secret.label} {...secret} />
      ))}
      <div className="q-stack-tight">
        <div className="q-row">
          <span className="q-strong q-grow">{example.title}</span>
          <Button size="sm" icon={IconCopy} onClick={() => void copyText(example.text, 'Example')}>
            Copy example
          </Button>
        </div>
        <Snippet label={example.label} text={example.text} />
      </div>
    </Dialog>
  )
}

function Secret({ label, description, value }: SecretField) {
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
