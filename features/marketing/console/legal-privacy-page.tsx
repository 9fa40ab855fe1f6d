import { shownWith } from '../rules'
import { LegalLayout, type LegalSection } from './legal-layout'

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

const support = shownWith('supportAddress')

/** Describes what the product stores today. A change of what is stored, or for how long, changes this page too. */
const privacySections: readonly LegalSection[] = [
  {
    id: 'what-we-keep',
    title: 'What we keep',
    paragraphs: ['Only what the service needs:'],
    list: [
      'Of guests: name, email address, phone number if you give one, your passes, and each drink with its time, place and pass.',
      'Of merchants and their teams: name, email address, phone number if you give one, role, and the venues you look after.',
      'Of people who apply, answer a form or join a waitlist: what they fill in, once they have sent it. A waitlist also counts the friends who joined by your link.',
      'Of venues: contact details, locations and hours, plans and prices, and the bank account that payouts go to.',
      'Of sign-ins and changes: when, by whom and what, so that mistakes and misuse can be found.',
    ],
  },
  {
    id: 'what-for',
    title: 'What it is for',
    paragraphs: [
      'To sell and honor passes, to pay venues, to answer you, and to keep accounts safe. We don’t sell data, show advertising or build profiles for others.',
    ],
  },
  {
    id: 'who-sees-it',
    title: 'Who sees it',
    paragraphs: [
      'Venues see the drinks that were served on their passes with the guest’s name shortened. Bank account numbers are encrypted; after they are saved only the last four digits are shown, and the full number goes only into the file that our team sends to the bank.',
      'Our own team sees what it needs to help you. Exports and changes are written down with who made them.',
    ],
  },
  {
    id: 'visiting',
    title: 'Visiting these pages',
    paragraphs: [
      'The public pages set no cookies and load nothing from other companies. The estimator calculates in your browser and sends nothing. A form that you have begun stays on your device until you send it.',
      'If you come by someone’s invitation link, we count one visit for that link. Its code stays in your browser’s tab and goes along with what you send from there, so that the person who invited you can be credited.',
      'Signing in to the console sets two cookies: one keeps you signed in, the other lets us recognize the browser, so that a stranger who guesses at your password doesn’t lock you out. Your choices for how the console looks stay in your browser.',
    ],
  },
  {
    id: 'how-long',
    title: 'How long',
    paragraphs: ['As long as there is an account or a pass, and as the law asks for books to be kept. Beyond that:'],
    list: [
      'Records of sign-ins and changes to an account are removed after 400 days.',
      'What kind of email went to which address, and when, is removed after 90 days.',
      'Network addresses are kept only as keyed hashes, to slow down guessing and misuse, and to count a visit by a link once; that hash is removed after a day.',
      'The audit log of changes stays: it is how a wrong change is found and explained.',
    ],
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    paragraphs: [
      `You can ask for a copy of what we keep about you as a file, for corrections, and for it to be erased. Erasing removes your name, address and phone number; drinks and payments stay in the books without them.${support.open} Write to support from the address of your account.${support.close}`,
    ],
  },
  {
    id: 'changes',
    title: 'Changes',
    paragraphs: ['Every wording of this page has a number and a date, and earlier versions stay available on request.'],
  },
]
