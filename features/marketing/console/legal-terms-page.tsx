import { product } from '@quaff/platform/shared/product'
import { LegalLayout, type LegalSection } from './legal-layout'

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

const termsSections: readonly LegalSection[] = [
  {
    id: 'who-we-are',
    title: 'Who we are',
    paragraphs: [
      'These terms are between you and Quaff, the service that runs the Quaff app and the merchant console. “Pass” means a drink plan you buy; “venue” means the merchant that sells it and pours the drinks.',
    ],
  },
  {
    id: 'your-account',
    title: 'Your account',
    paragraphs: [
      'You need an account to buy a pass or to run a venue. Keep your password to yourself and tell us if you think someone else has it. Merchant accounts are opened after we have approved them.',
    ],
  },
  {
    id: 'passes',
    title: 'Passes',
    paragraphs: [
      'A pass names the drinks it covers, how many you can have in a day, a week or a month, the places it works and its price. What is written on the pass at the time you buy it is what you get.',
    ],
    list: [
      'One scan of the barcode uses one drink.',
      'A pass is for one person.',
      'A venue may refuse a scan outside its opening hours or away from its locations.',
    ],
  },
  {
    id: 'prices-and-renewal',
    title: 'Prices and renewal',
    paragraphs: [
      'The price, the currency and the interval are shown before you pay. A pass renews at the end of each interval until you cancel it.',
    ],
  },
  {
    id: 'canceling',
    title: 'Canceling',
    paragraphs: [
      'You can cancel in the app. The pass then works until the end of the interval you have paid for. These terms don’t change the rights that the law gives you.',
    ],
  },
  {
    id: 'at-the-venue',
    title: 'At the venue',
    paragraphs: [
      'The venue prepares and serves the drink and is responsible for it, including information about ingredients and allergens. Tell the staff about allergies before you order.',
    ],
  },
  {
    id: 'for-merchants',
    title: 'For merchants',
    paragraphs: [
      'You set your plans and serve what they promise. Guests’ data that you see in the console may be used only to serve them. Bank details are used to pay you and are shown masked.',
    ],
  },
  {
    id: 'payouts',
    title: 'Payouts',
    paragraphs: [
      'Payouts to merchants are manual. For each calendar month we compute gross sales, our fee and adjustments, issue a statement and send the net amount to the bank account recorded in the console.',
    ],
  },
  {
    id: 'fair-use',
    title: 'Fair use',
    paragraphs: [
      'Don’t share or resell passes, get round the allowance, or disturb the service. We may pause an account while we look into it, and tell you why.',
    ],
  },
  {
    id: 'liability',
    title: 'Liability',
    paragraphs: [
      'We are liable without limit for intent and gross negligence and where the law says so. Otherwise we are liable for the breach of essential duties, up to the damage that could be foreseen.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes',
    paragraphs: [
      'If we change these terms we tell you before they apply. Every wording has a number and a date, and earlier versions stay available on request.',
    ],
  },
]
