import { useState, type ReactNode } from 'react'
import { Notice } from '../display/notice'

interface ConfirmOnce {
  /** Returns false the first time that there is something to ask about; the same again goes through. */
  pass: () => boolean
  /** Shows "Save anyway" in place of "Save" once it has asked. */
  label: (button: string) => string
  notice: ReactNode
}

/** In a long form, the question may be below the edge of the screen. */
function bringIntoView(notice: HTMLElement | null) {
  notice?.scrollIntoView({ block: 'nearest' })
}

/** Asks once about input that is allowed but looks like a mistake. Other findings than before are asked about again. */
export function useConfirmOnce(findings: readonly string[], title = 'This looks unusual'): ConfirmOnce {
  const [asked, setAsked] = useState('')
  const key = findings.join('\n')
  const isAsking = key !== '' && asked === key
  return {
    pass: () => {
      if (key === asked || key === '') return true
      setAsked(key)
      return false
    },
    label: (button) => (isAsking ? `${button} anyway` : button),
    notice: isAsking && (
      <div ref={bringIntoView}>
        <Notice tone="warn" title={title} announce>
          {findings.map((finding) => (
            <p key={finding}>{finding}</p>
          ))}
        </Notice>
      </div>
    ),
  }
}
