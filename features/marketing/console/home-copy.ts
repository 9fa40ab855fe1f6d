import type { CupName } from './cup-view'
import type { Question } from './question-list'

export const venueKinds: readonly { cup: CupName; name: string }[] = [
  { cup: 'espresso', name: 'Espresso bars' },
  { cup: 'tea', name: 'Tea houses' },
  { cup: 'orange', name: 'Juice counters' },
  { cup: 'rosetta', name: 'Roasteries' },
  { cup: 'choc', name: 'Bakeries' },
  { cup: 'iced', name: 'Canteens' },
]

export const homeQuestions: readonly Question[] = [
  {
    question: 'What counts as one drink?',
    answer:
      'Every pass lists the drinks it covers and how many you can have in a day, a week or a month. One scan at the counter uses one of them.',
  },
  {
    question: 'Where does my pass work?',
    answer:
      'At the locations named on the pass. Some passes cover one venue, some cover several branches of it. The app shows which are open now.',
  },
  {
    question: 'What if I skip a day?',
    answer:
      'Unused drinks on a daily pass don’t carry over. If you drink irregularly, choose a pass with a number of cups a month instead.',
  },
  {
    question: 'How do I pay?',
    answer: 'In the app, when you choose the pass. The price shows the currency and how often the pass renews.',
  },
  {
    question: 'Can I cancel?',
    answer: 'Yes. Cancel in the app; the pass keeps working until the end of the period you have paid for.',
  },
]
