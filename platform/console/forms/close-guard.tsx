import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Button } from '../controls/button'

export interface CloseGuard {
  /** Whether the person is being asked what shall become of the typed text. */
  asking: boolean
  /** For Cancel, Esc and the cross: asks first when something was typed. */
  close: () => void
  stay: () => void
  /** Closes without asking: after a save, or when the text shall go. */
  leave: () => void
  /** Lets the next change of the page through, where `leave` is not what closes the form. */
  release: () => void
}

/** Keeps typed text from getting lost by closing its form, going back or closing the tab. */
export function useCloseGuard(dirty: boolean, onClose: () => void): CloseGuard {
  const history = useRouter({ warn: false })?.history
  const [asking, setAsking] = useState(false)
  const released = useRef(false)
  useEffect(() => {
    if (!dirty || !history) return
    released.current = false
    return history.block({
      enableBeforeUnload: () => !released.current,
      blockerFn: () => {
        if (released.current) return false
        setAsking(true)
        return true
      },
    })
  }, [dirty, history])
  const release = () => {
    released.current = true
  }
  const leave = () => {
    release()
    onClose()
  }
  const close = () => {
    if (dirty) setAsking((before) => !before)
    else onClose()
  }
  return { asking, close, stay: () => setAsking(false), leave, release }
}

/** The form's buttons, or the question in their place. */
export function GuardedFooter({ guard, children }: { guard: CloseGuard; children: ReactNode }) {
  return guard.asking ? <Question guard={guard} /> : children
}

function Question({ guard }: { guard: CloseGuard }) {
  const stayRef = useRef<HTMLButtonElement>(null)
  useEffect(() => stayRef.current?.focus(), [])
  return (
    <>
      <span className="q-grow q-strong" role="alert">
        Discard what you typed?
      </span>
      <Button ref={stayRef} onClick={guard.stay}>
        Keep editing
      </Button>
      <Button variant="danger" onClick={guard.leave}>
        Discard
      </Button>
    </>
  )
}
