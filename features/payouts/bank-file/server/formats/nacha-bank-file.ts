import { sumOf } from '../../../amount-rules'
import { plainLatin } from '../../../bank-file-rules'
import type { BankFileContent, Payment } from './bank-file-content'

const recordLength = 94
const recordsPerBlock = 10
const fileModifiers = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Writes one batch of ACH credits to companies (CCD), in the record layouts of the Nacha Operating Rules. */
export function writeNachaBankFile(content: BankFileContent): string {
  const { payments } = content
  const records = [
    fileHeader(content),
    batchHeader(content),
    ...payments.map((payment, index) => entryDetail(payment, index + 1, odfiOf(content))),
    batchControl(content),
    fileControl(content),
  ]
  while (records.length % recordsPerBlock !== 0) records.push('9'.repeat(recordLength))
  return records.map((record) => `${record}\r\n`).join('')
}

const text = (value: string, length: number) => plainLatin(value).toUpperCase().slice(0, length).padEnd(length)
const number = (value: number, length: number) => String(value).padStart(length, '0')
const blank = (length: number) => ' '.repeat(length)
/** "2026-03-10" → "260310" */
const shortDay = (day: string) => day.slice(2, 10).replaceAll('-', '')

const odfiOf = ({ payer }: BankFileContent) => (payer.achBankRouting ?? '').slice(0, 8)

function fileHeader({ payer, createdAt }: BankFileContent) {
  const origin = payer.achOriginId || (payer.achCompanyId ?? '')
  return [
    '101',
    ` ${payer.achBankRouting}`,
    origin.padStart(10),
    shortDay(createdAt),
    createdAt.slice(11, 16).replace(':', ''),
    modifierAt(createdAt),
    '094',
    '10',
    '1',
    blank(23),
    text(payer.payerName ?? '', 23),
    blank(8),
  ].join('')
}

/** Files of one day need different letters. Each letter covers 40 minutes of the day. */
function modifierAt(createdAt: string) {
  const minutes = Number(createdAt.slice(11, 13)) * 60 + Number(createdAt.slice(14, 16))
  return fileModifiers.charAt(Math.floor(minutes / 40))
}

function batchHeader(content: BankFileContent) {
  const { payer, period, executionDay } = content
  return [
    '5220',
    text(payer.payerName ?? '', 16),
    blank(20),
    text(payer.achCompanyId ?? '', 10),
    'CCD',
    text('PAYOUT', 10),
    shortDay(`${period}-01`),
    shortDay(executionDay),
    blank(3),
    '1',
    odfiOf(content),
    number(1, 7),
  ].join('')
}

function entryDetail(payment: Payment, sequence: number, odfi: string) {
  const { payoutId, accountHolder, routingNumber, accountNumber, accountType, netMinor } = payment
  return [
    '6',
    accountType === 'savings' ? '32' : '22',
    routingNumber,
    accountNumber.padEnd(17),
    number(netMinor, 10),
    text(payoutId.slice(-15), 15),
    text(plainLatin(accountHolder) || payoutId, 22),
    blank(2),
    '0',
    odfi,
    number(sequence, 7),
  ].join('')
}

/** The sum of the receiving banks' first eight digits. Only its last ten digits count. */
const entryHash = (payments: readonly Payment[]) =>
  number(payments.reduce((sum, { routingNumber }) => sum + Number(routingNumber.slice(0, 8)), 0) % 10 ** 10, 10)

const totals = ({ payments }: BankFileContent) =>
  entryHash(payments) + number(0, 12) + number(sumOf(payments.map(({ netMinor }) => netMinor)), 12)

function batchControl(content: BankFileContent) {
  const company = text(content.payer.achCompanyId ?? '', 10)
  const count = number(content.payments.length, 6)
  return `8220${count}${totals(content)}${company}${blank(25)}${odfiOf(content)}${number(1, 7)}`
}

function fileControl(content: BankFileContent) {
  const blocks = Math.ceil((content.payments.length + 4) / recordsPerBlock)
  return `9${number(1, 6)}${number(blocks, 6)}${number(content.payments.length, 8)}${totals(content)}${blank(39)}`
}
