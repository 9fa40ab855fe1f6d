import { product } from '@quaff/platform/server'
import { decimalText } from '@quaff/platform/shared/money/decimals'
import { sumOf } from '../../../amount-rules'
import { plainLatin } from '../../../bank-file-rules'
import type { BankFileContent, Payment } from './bank-file-content'

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09'

/**
 * Writes SEPA credit transfers of one debtor by the EPC guidelines for pain.001.001.09. Every text is plain Latin and
 * needs no XML escaping. The IBAN identifies the creditor's bank.
 */
export function writePain001BankFile(content: BankFileContent): string {
  const { payments, period, payer, createdAt, executionDay } = content
  const id = `${product.name}-${period}-${createdAt.replaceAll(/\D/g, '')}`
  const name = element('Nm', plainLatin(payer.payerName ?? '').slice(0, 70))
  const sum = sumOf(payments.map(({ netMinor }) => netMinor))
  const totals = element('NbOfTxs', String(payments.length)) + element('CtrlSum', decimalText(sum, 'eur'))
  const header = element('MsgId', id) + element('CreDtTm', createdAt.replace(' ', 'T')) + totals
  const bank = payer.payerBic ? element('BICFI', payer.payerBic) : within('Othr', element('Id', 'NOTPROVIDED'))
  const batch = [
    element('PmtInfId', id),
    element('PmtMtd', 'TRF'),
    totals,
    within('PmtTpInf', within('SvcLvl', element('Cd', 'SEPA'))),
    within('ReqdExctnDt', element('Dt', executionDay)),
    within('Dbtr', name),
    within('DbtrAcct', within('Id', element('IBAN', payer.payerIban))),
    within('DbtrAgt', within('FinInstnId', bank)),
    element('ChrgBr', 'SLEV'),
    ...payments.map((payment) => transfer(payment, `${product.name} ${period}`)),
  ]
  const initiation = within('GrpHdr', header + within('InitgPty', name)) + within('PmtInf', batch.join(''))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${namespace}">${within('CstmrCdtTrfInitn', initiation)}</Document>\n`
}

const element = (tag: string, text: string) => `<${tag}>${text}</${tag}>`
const within = (tag: string, content: string) => `<${tag}>${content}</${tag}>\n`

function transfer({ payoutId, accountHolder, accountNumber, netMinor }: Payment, reference: string) {
  const id = plainLatin(payoutId).slice(0, 35)
  return within(
    'CdtTrfTxInf',
    [
      within('PmtId', element('EndToEndId', id)),
      within('Amt', `<InstdAmt Ccy="EUR">${decimalText(netMinor, 'eur')}</InstdAmt>`),
      within('Cdtr', element('Nm', plainLatin(accountHolder).slice(0, 70) || id)),
      within('CdtrAcct', within('Id', element('IBAN', accountNumber))),
      within('RmtInf', element('Ustrd', reference)),
    ].join(''),
  )
}
