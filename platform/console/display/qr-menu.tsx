import { Portal } from '@mantine/core'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useEffect, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../controls/button'
import { notifyError } from '../frame/notify'
import { saveBlob, saveTextFile } from '../save-file'
import { QrCode, qrPngFile, qrSvgFile } from './qr-code'
import classes from './qr-code.module.css'

interface QrMenuProps {
  text: string
  /** Printed above the code. */
  title: string
  /** File name without extension. */
  fileName: string
  /** Printed in place of title, code and address. */
  paper?: ReactNode
}

export function QrMenu({ text, title, fileName, paper }: QrMenuProps) {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const done = () => setPrinting(false)
    window.addEventListener('afterprint', done)
    return () => window.removeEventListener('afterprint', done)
  }, [])
  const print = () => {
    // The browser copies the page for printing when `print` is called, so the state must be flushed before.
    flushSync(() => setPrinting(true))
    window.print()
  }
  const savePng = () =>
    qrPngFile(text).then(
      (picture) => saveBlob(`${fileName}.png`, picture),
      (error: Error) => notifyError('Couldn’t save the image', error.message),
    )
  return (
    <div className="q-row q-wrap" role="group" aria-label="QR code">
      <Button icon={IconDownload} onClick={() => saveTextFile(`${fileName}.svg`, qrSvgFile(text), 'image/svg+xml')}>
        SVG
      </Button>
      <Button icon={IconDownload} onClick={() => void savePng()}>
        PNG
      </Button>
      <Button icon={IconPrinter} onClick={print}>
        Print
      </Button>
      {printing && (
        <Portal reuseTargetNode={false}>
          <div className={paper ? classes.paper : classes.print} data-print-only>
            {paper ?? (
              <>
                <p className={classes.title}>{title}</p>
                <QrCode text={text} label={`QR code of ${text}`} />
                <p>{text}</p>
              </>
            )}
          </div>
        </Portal>
      )}
    </div>
  )
}
