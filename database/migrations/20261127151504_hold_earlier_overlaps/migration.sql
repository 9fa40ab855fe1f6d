-- Charges from before overlaps were held: not yet paid, not billed, and beginning within a period that is paid or was
-- recorded before. They wait for a decision like those that are held when they are recorded.
INSERT INTO "charge_holds" ("subscription_id", "period_start", "reason", "merchant_id", "created_at")
SELECT c.subscription_id, c.period_start, 'overlap', c.merchant_id, now()
FROM "subscription_charges" c
WHERE NOT c.is_proration
  AND EXISTS (
    SELECT FROM "subscription_charges" other
    LEFT JOIN "payout_charges" paid ON paid.subscription_id = other.subscription_id AND paid.period_start = other.period_start
    WHERE other.subscription_id = c.subscription_id AND other.period_start <> c.period_start AND NOT other.is_proration
      AND other.period_start BETWEEN c.period_start - interval '400 days' AND c.period_end
      AND greatest(other.period_start, c.period_start)
        < CASE WHEN other.period_start < c.period_start THEN other.period_end ELSE c.period_end END - interval '5 minutes'
      AND (paid.payout_id IS NOT NULL OR (other.recorded_at, other.period_start) < (c.recorded_at, c.period_start))
      AND NOT EXISTS (SELECT FROM "charge_holds" hold WHERE hold.subscription_id = other.subscription_id
        AND hold.period_start = other.period_start AND hold.withheld_at IS NOT NULL)
  )
  AND NOT EXISTS (SELECT FROM "payout_charges" link
    WHERE link.subscription_id = c.subscription_id AND link.period_start = c.period_start)
  AND NOT EXISTS (SELECT FROM "charge_billings" billed
    WHERE billed.subscription_id = c.subscription_id AND NOT billed.is_proration
      AND abs(extract(epoch FROM billed.period_start - c.period_start)) < 300)
ON CONFLICT DO NOTHING;
