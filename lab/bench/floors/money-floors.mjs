const nothing = () => []
const ofMerchant = ({ merchantId }) => [merchantId]
const ofPayout = ({ payoutId }) => [payoutId]

const payoutPage = (where, values = nothing) => ({
  text: `select p.*, m.name as merchant_name, b.account_last4 from payouts p join merchants m on m.id = p.merchant_id
      left join merchant_bank_accounts b on b.merchant_id = p.merchant_id
    where ${where} order by p.period desc nulls last, p.id desc nulls last limit 20`,
  values,
})

export const moneyFloors = {
  'payouts, all': payoutPage('true'),
  'payouts of a period': payoutPage('p.period = $1 and p.status = $2', ({ period, status }) => [period, status]),
  'payouts of a merchant': payoutPage('p.merchant_id = $1', ofMerchant),
  'payout counts': {
    text: 'select status, currency, count(*), sum(net_minor) as net from payouts where period = $1 group by 1, 2',
    values: ({ period }) => [period],
  },
  'payout periods': {
    text: 'select period, count(*) from payouts group by 1 order by 1 desc limit 24',
    values: nothing,
  },
  'one payout': {
    text: `select p.*, m.name, m.business_name, m.address, m.tax_id, b.account_last4,
        (select json_agg(a) from payout_adjustments a where a.payout_id = p.id) as adjustments
      from payouts p join merchants m on m.id = p.merchant_id
        left join merchant_bank_accounts b on b.merchant_id = p.merchant_id where p.id = $1`,
    values: ofPayout,
  },
  'renewals of a payout': {
    text: `select page.*, c.amount_minor, c.currency, c.period_end, u.display_name, p.name as plan_name from (
        select subscription_id, period_start from payout_charges where payout_id = $1
        order by period_start, subscription_id limit 50) page
      join subscription_charges c on c.subscription_id = page.subscription_id and c.period_start = page.period_start
      left join users u on u.id = c.user_id left join subscription_plans p on p.id = c.plan_id`,
    values: ofPayout,
  },
  'payout summary of a merchant': {
    text: `select c.currency, sum(c.amount_minor) as gross, count(*), (select json_build_object('net', p.net_minor, 'status',
        p.status) from payouts p where p.merchant_id = $1 order by p.period desc nulls last, p.id desc nulls last limit 1) as last
      from subscription_charges c where c.merchant_id = $1 and c.period_start >= date_trunc('month', now())
        and c.period_start < date_trunc('month', now()) + interval '1 month' group by 1`,
    values: ofMerchant,
  },
  'payout preview, all merchants': {
    text: `select c.*, m.name, b.account_last4, p.status, p.net_minor, count(*) over (), sum(c.gross) over (),
        count(b.account_last4) over () from (select merchant_id, currency,
        sum(amount_minor) as gross, count(*) from subscription_charges where period_start >= ($1 || '-01')::date
        and period_start < ($1 || '-01')::date + interval '1 month' group by 1, 2) c
      join merchants m on m.id = c.merchant_id left join merchant_bank_accounts b on b.merchant_id = c.merchant_id
      left join payouts p on p.merchant_id = c.merchant_id and p.period = $1 and p.currency = c.currency
      order by lower(m.name), m.id, c.currency limit 100`,
    values: ({ period }) => [period],
  },
}
