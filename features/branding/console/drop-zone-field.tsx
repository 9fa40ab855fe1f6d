import { IconPhotoUp } from '@tabler/icons-react'
import { useEffect, useRef, useState, type DragEvent, type ReactNode } from 'react'
import { PermissionButton } from '@quaff/platform/console/controls/button'
import { Glyph } from '@quaff/platform/console/theme/glyph'
import { brandImageTypes } from '../contract'
import classes from './branding.module.css'

interface DropZoneFieldProps {
  /** "logo" or "mark" */
  noun: string
  children?: ReactNode
  rules: string
  rulesId: string
  /** Why nothing can be given at the moment. */
  disabledReason?: string
  onFile: (file: File) => void
}

export function DropZoneField({ noun, children, rules, rulesId, disabledReason, onFile }: DropZoneFieldProps) {
  const root = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const open = disabledReason === undefined
  usePastedImage(root, open ? onFile : null)

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (open && file) onFile(file)
  }
  return (
    <div
      ref={root}
      role="group"
      aria-label={`Upload a ${noun}`}
      aria-describedby={rulesId}
      className={classes.zone}
      data-over={over && open}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
      }}
      onDrop={drop}
    >
      {children ?? (
        <span className={classes.zoneMark}>
          <Glyph icon={IconPhotoUp} size={24} />
        </span>
      )}
      <div className={classes.zoneWords}>
        <PermissionButton disabledReason={disabledReason} onClick={() => picker.current?.click()}>
          {children ? 'Replace' : 'Choose file'}
        </PermissionButton>
        {open && <span className="q-secondary q-not-phone">or drop or paste one here</span>}
      </div>
      <span className="q-caption" id={rulesId}>
        {rules}
      </span>
      <input
        ref={picker}
        type="file"
        hidden
        accept={brandImageTypes.join(',')}
        aria-label={`File of the ${noun}`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file may be chosen again after it was refused.
          currentTarget.value = ''
          if (file) onFile(file)
        }}
      />
    </div>
  )
}

function usePastedImage(root: React.RefObject<HTMLDivElement | null>, onFile: ((file: File) => void) | null) {
  const latest = useRef(onFile)
  useEffect(() => {
    latest.current = onFile
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const here = root.current?.matches(':hover') || root.current?.contains(document.activeElement)
      const [file] = event.clipboardData?.files ?? []
      if (!here || !file || !latest.current) return
      event.preventDefault()
      latest.current(file)
    }
    // A file that misses the zone would otherwise replace the page.
    const keepPage = (event: Event) => event.preventDefault()
    document.addEventListener('paste', paste)
    window.addEventListener('dragover', keepPage)
    window.addEventListener('drop', keepPage)
    return () => {
      document.removeEventListener('paste', paste)
      window.removeEventListener('dragover', keepPage)
      window.removeEventListener('drop', keepPage)
    }
  }, [root])
}
