import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Button, IconButton } from '@quaff/platform/console/controls/button'
import { notifyError, notifySuccess } from '@quaff/platform/console/frame/notify'
import type { AffiliateLink } from '../contract'

const SHOWN_MS = 2_000

export function copyAddress(address: string): Promise<boolean> {
  return navigator.clipboard.writeText(address).then(
    () => {
      notifySuccess('Link copied', address)
      return true
    },
    () => {
      notifyError('The link could not be copied', 'Select it and copy it by hand.')
      return false
    },
  )
}

/** The toast tells screen readers; the icon answers where the eye is. */
export function CopyAddressButton({ link, withWords = false }: { link: AffiliateLink; withWords?: boolean }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const icon = copied ? IconCheck : IconCopy
  const copy = () => void copyAddress(link.address).then(setCopied)
  if (withWords)
    return (
      <Button size="sm" icon={icon} onClick={copy}>
        Copy link
      </Button>
    )
  return <IconButton size="sm" icon={icon} label={`Copy the link of ${link.name}`} onClick={copy} />
}
