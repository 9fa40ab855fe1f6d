import { product } from '@quaff/platform/shared/product'
import { LegalLayout } from './legal-layout'
import { termsSections } from './legal-terms-copy'

export function TermsPage() {
  return (
    <LegalLayout
      path="/terms"
      title="Terms"
      other={{ path: '/privacy', title: 'Privacy' }}
      summary={`a pass says what you can drink, where and for how much. You can cancel it in the app. Venues pour; ${product.name} runs the pass and pays the venues by statement.`}
      sections={termsSections}
    />
  )
}
