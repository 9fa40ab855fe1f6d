import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Button, IconButton } from '@quaff/platform/console/controls/button'
import { copyLink } from '@quaff/platform/console/display/key-value'
import { isolated } from '@quaff/platform/shared/readable-text'
import type { AffiliateLink } from '../contract'

const SHOWN_MS = 2_000

/** The icon confirms the copy next to the pointer. */
export function CopyAddressButton({ link, withWords = false }: { link: AffiliateLink; withWords?: boolean }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const icon = copied ? IconCheck : IconCopy
  const copy = () => void copyLink(link.address).then(setCopied)
  if (withWords)
    return (
      <Button size="sm" icon={icon} onClick={copy}>
        Copy link
      </Button>
    )
  return <IconButton size="sm" icon={icon} label={`Copy link for ${isolated(link.name)}`} onClick={copy} />
}
