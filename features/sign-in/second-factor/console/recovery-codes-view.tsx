import { Checkbox } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@quaff/platform/console/controls/button'
import { Notice } from '@quaff/platform/console/display/panel'
import { saveTextFile } from '@quaff/platform/console/save-file'
import { product } from '@quaff/platform/shared/product'
import classes from './second-factor.module.css'

/** Shown this once: the server keeps hashes only. */
export function RecoveryCodesView({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [isKept, setIsKept] = useState(false)
  const [copied, setCopied] = useState<'not yet' | 'done' | 'failed'>('not yet')
  const copyButton = useRef<HTMLButtonElement>(null)
  // The dialog was open before this step: nothing else moves the focus here.
  useEffect(() => copyButton.current?.focus(), [])
  const text = codes.join('\n')
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied('done'),
      () => setCopied('failed'),
    )
  return (
    <div className="q-stack">
      <Notice tone="warn" title="Save your recovery codes" announce>
        Use one to sign in without your phone. You won’t see them again.
      </Notice>
      <ol className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="q-row q-wrap">
        <Button icon={IconCopy} ref={copyButton} onClick={() => void copy()}>
          {copied === 'done' ? 'Copied' : 'Copy'}
        </Button>
        <Button
          icon={IconDownload}
          onClick={() => saveTextFile(`${product.slug}-recovery-codes.txt`, `${text}\n`, 'text/plain;charset=utf-8')}
        >
          Download
        </Button>
        <span className="q-secondary" role="status">
          {copied === 'failed' && 'Couldn’t copy. Select the codes, or download them.'}
        </span>
      </div>
      <Checkbox
        label="I’ve saved my recovery codes"
        checked={isKept}
        onChange={(event) => setIsKept(event.currentTarget.checked)}
      />
      <div className="q-row">
        <Button className="q-end" variant="primary" disabled={!isKept} onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}
