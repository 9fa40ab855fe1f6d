import { LegalLayout } from './legal-layout'
import { privacySections } from './legal-privacy-copy'

export function PrivacyPage() {
  return (
    <LegalLayout
      path="/privacy"
      title="Privacy"
      other={{ path: '/terms', title: 'Terms' }}
      summary="we keep what a pass needs to work and nothing to follow you with. Venues see a shortened name. You can ask for a copy of your data, and for it to be erased."
      sections={privacySections}
    />
  )
}
