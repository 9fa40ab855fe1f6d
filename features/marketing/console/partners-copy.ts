import { shownWith, shownWithout, slotMark } from '../rules'
import type { CupName } from './cup-view'
import type { Question } from './question-list'

const [known, unknown] = [shownWith('feeShare'), shownWithout('feeShare')]
/** The fee of the platform settings, where the server could read it. */
const feeSentence = `${known.open}Quaff keeps ${slotMark('feeShare')} of pass sales as its fee.${known.close}${unknown.open}Quaff may keep a share of pass sales as its fee.${unknown.close}`

export const examplePasses = [
  { name: '1 a day', terms: 'Any drink on the board', price: '$39 / month' },
  { name: '10 a month', terms: 'Whenever they like', price: '$24 / month' },
  { name: 'Weekday mornings', terms: 'Until 11, Monday to Friday', price: '$29 / month' },
]

export const exampleFeed: readonly { cup: CupName; pass: string; time: string }[] = [
  { cup: 'espresso', pass: 'Weekday mornings', time: '08:12' },
  { cup: 'matcha', pass: '1 a day', time: '08:09' },
  { cup: 'latte', pass: '10 a month', time: '08:07' },
  { cup: 'tea', pass: '1 a day', time: '08:04' },
]

export const exampleDrinkPrices = [
  { pass: '1 a day', bar: 'e1', price: '$1.63' },
  { pass: '10 a month', bar: 'e2', price: '$2.53' },
  { pass: 'Weekday mornings', bar: 'e3', price: '$1.95' },
]

export const exampleRights = [
  { right: 'See drinks, plans and payouts', owner: 'Yes', viewer: 'Yes' },
  { right: 'Change plans and locations', owner: 'Yes', viewer: 'No' },
  { right: 'Bank details', owner: 'Edit', viewer: 'On file' },
]

export const payoutSteps = [
  { title: 'Guests pay for their passes', text: 'Totals are kept separate for each currency.' },
  {
    title: 'We close the period',
    text: 'A period is a calendar month. Pass sales, our fee, refunds and other adjustments add up to one net amount.',
  },
  { title: 'You get a statement', text: 'It’s under Billing in your console, to read, print or download as CSV.' },
  {
    title: 'We send the transfer',
    text: 'To the bank account you entered. Only the last four digits are shown after that.',
  },
]

/** The five literal steps of onboarding (spec §2). */
export const onboardingSteps = [
  { title: 'Complete Business Profile', text: 'Name, category and how guests reach you.' },
  { title: 'Add Locations', text: 'Address and hours for every counter.' },
  { title: 'Create Subscription Plans', text: 'Start from a template or from nothing.' },
  { title: 'Configure Banking', text: 'Where your payouts should go.' },
  { title: 'Go Live', text: 'We review, you open. You can keep setting up in the meantime.' },
]

export const partnerQuestions: readonly Question[] = [
  {
    question: 'What does it cost?',
    answer: `${feeSentence} It has its own line on every statement, next to sales and adjustments.`,
  },
  {
    question: 'What do I need at the counter?',
    answer:
      'Something to read the barcode on the guest’s phone. You can print a counter kit with the instructions for your staff.',
  },
  {
    question: 'Can I limit which drinks are included?',
    answer:
      'Yes. A plan lists the items it covers and how many drinks a day, week or month. You can also limit it to certain locations.',
  },
  {
    question: 'Can someone use a pass twice in a row?',
    answer:
      'Only as often as the pass allows. Two drinks by the same person within ten minutes are flagged for you to look at.',
  },
  {
    question: 'What if I have more than one venue?',
    answer:
      'Add every location under one merchant and decide per plan where it works. One sign-in can look after several merchants.',
  },
  {
    question: 'How do I change a price later?',
    answer: 'Edit the plan. Before you save, the console shows how many pass holders the change affects.',
  },
]
