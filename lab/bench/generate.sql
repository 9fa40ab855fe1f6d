-- A platform of the size that the budgets are about, written past the verbs: rows as they would have left them, and the
-- counters computed from the rows. Deterministic (hash-based), relative to now(). For an empty, migrated database:
--   psql "$PGURL" -v ON_ERROR_STOP=1 -f generate.sql [-v subs=100000 -v reds=300000]
\if :{?merchants} \else \set merchants 2000 \endif
\if :{?users} \else \set users 300000 \endif
\if :{?subs} \else \set subs 1000000 \endif
\if :{?reds} \else \set reds 3000000 \endif
SET synchronous_commit = off;
SET session_replication_role = replica;

-- Indexes are made when the rows are there: entering each row in each of them takes most of the time otherwise.
CREATE TEMPORARY TABLE later AS SELECT indexrelid::regclass::text AS name, replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ') AS definition
FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
WHERE relnamespace = 'public'::regnamespace AND NOT relispartition AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid);
SELECT 'DROP INDEX ' || name FROM later \gexec

CREATE FUNCTION pg_temp.h(i bigint, salt bigint, n bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS
$$ SELECT (hashint8extended(i, salt) & 9223372036854775807) % n $$;
CREATE FUNCTION pg_temp.key(prefix text, i bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT prefix || '_' || lpad(i::text, 8, '0') $$;

INSERT INTO users (id, email, email_verified, display_name, role, status, phone_number, created_at, updated_at, last_active_at)
SELECT pg_temp.key('usr', i), lower(f || '.' || l) || i || '@' || (ARRAY['mail','post','inbox','corp'])[1 + pg_temp.h(i, 14, 4)] || '.test', true,
  CASE WHEN pg_temp.h(i, 100, 5000) = 0 THEN '佐藤 花子' WHEN pg_temp.h(i, 101, 5) > 0 THEN f || ' ' || l ELSE own END,
  CASE WHEN pg_temp.h(i, 15, 1000) < 980 THEN 'customer' WHEN pg_temp.h(i, 15, 1000) < 990 THEN 'merchant_owner' WHEN pg_temp.h(i, 15, 1000) < 999 THEN 'merchant_viewer' ELSE 'quaff_admin' END,
  CASE WHEN pg_temp.h(i, 16, 100) < 90 THEN 'active' WHEN pg_temp.h(i, 16, 100) < 94 THEN 'pending' WHEN pg_temp.h(i, 16, 100) < 97 THEN 'pending_approval' WHEN pg_temp.h(i, 16, 100) < 99 THEN 'suspended' ELSE 'rejected' END,
  '+1555' || lpad(pg_temp.h(i, 17, 10000000)::text, 7, '0'), c, c, now() - pg_temp.h(i, 19, 60 * 86400) * interval '1 second'
FROM (SELECT i, now() - pg_temp.h(i, 18, 900 * 86400) * interval '1 second' AS c,
  (ARRAY['Ann','Ben','Carla','David','Elena','Frank','Grace','Hugo','Iris','Jonas','Katja','Liam','Maya','Nils','Olga','Pablo'])[1 + pg_temp.h(i, 11, 16)] AS f,
  (ARRAY['Abbott','Bergman','Castillo','Dubois','Eriksen','Fischer','Garcia','Hansen','Ivanova','Jensen','Kowalski','Moreau','Novak','Okafor','Petrov','Rossi'])[1 + pg_temp.h(i, 12, 16)] AS l,
  -- A fifth of the names is not ASCII.
  (ARRAY['Zoë','Łukasz','Çağla','太郎','민준','علي','ชัย','Олег','伟','राज'])[1 + pg_temp.h(i, 102, 10)] || ' ' ||
  (ARRAY['Müller','García','Öztürk','田中','山田','김','نور','สมชาย','Иванова','吴'])[1 + pg_temp.h(i, 103, 10)] AS own
  FROM generate_series(1, :users) i) people;
INSERT INTO admin_records (user_id, role, updated_at) SELECT id, role, updated_at FROM users WHERE role <> 'customer';

CREATE TEMPORARY TABLE owners AS SELECT array_agg(id ORDER BY id) AS ids FROM users WHERE role = 'merchant_owner' AND status = 'active';
INSERT INTO merchants (id, name, description, status, status_changed_at, needs_review, owner_id, application_status, contact_email, contact_phone, business_type, business_name, tax_id, address, is_live, bank_verified_at, created_at, updated_at)
SELECT pg_temp.key('mer', i),
  (ARRAY['Blue','Golden','Urban','Corner','Daily','Little','Northern','Velvet','Copper','Sunny'])[1 + pg_temp.h(i, 1, 10)] || ' ' ||
  (ARRAY['Bean','Leaf','Cup','Roast','Brew','Barrel','Grove','Press','Kettle','Table'])[1 + pg_temp.h(i, 2, 10)] || ' ' || i,
  'A place for a daily drink, number ' || i, s, c + interval '1 day', s = 'pending_review' OR pg_temp.h(i, 6, 100) < 3,
  (SELECT ids[1 + pg_temp.h(i, 7, cardinality(ids))] FROM owners),
  CASE s WHEN 'pending_review' THEN 'submitted' WHEN 'rejected' THEN 'rejected' ELSE 'approved' END,
  'contact' || i || '@venue' || pg_temp.h(i, 8, 500) || '.test', '+15550100', (ARRAY['coffee_shop','bar','restaurant','tea_house','juice_bar','bakery'])[1 + pg_temp.h(i, 5, 6)],
  'Venue ' || i || ' Ltd', '12-' || lpad(i::text, 7, '0'), jsonb_build_object('line1', i || ' High Street', 'city', 'Springfield'), s = 'active', CASE WHEN s = 'active' THEN c END, c, c
FROM (SELECT i, now() - pg_temp.h(i, 9, 1000 * 86400) * interval '1 second' - interval '2 days' AS c,
  CASE WHEN pg_temp.h(i, 4, 100) < 85 THEN 'active' WHEN pg_temp.h(i, 4, 100) < 92 THEN 'pending_review' WHEN pg_temp.h(i, 4, 100) < 97 THEN 'suspended' ELSE 'rejected' END AS s
  FROM generate_series(1, :merchants) i) venues;
INSERT INTO user_merchants (user_id, merchant_id, position) SELECT owner_id, id, 0 FROM merchants;
INSERT INTO user_merchants (user_id, merchant_id, position)
SELECT id, pg_temp.key('mer', 1 + pg_temp.h(row_number() OVER (ORDER BY id), 40, :merchants)), 0 FROM users WHERE role = 'merchant_viewer';

INSERT INTO locations (id, merchant_id, name, fields, created_at, updated_at)
SELECT pg_temp.key('loc', i), pg_temp.key('mer', 1 + (i - 1) / 2), 'Location ' || i,
  jsonb_build_object('address', jsonb_build_object('line1', i || ' High Street', 'city', 'Springfield'), 'timeZone', 'Europe/Berlin', 'coordinates', jsonb_build_object('latitude', 40 + pg_temp.h(i, 41, 100) / 100.0, 'longitude', -3 - pg_temp.h(i, 42, 100) / 100.0)),
  now() - interval '400 days', now() - interval '40 days' FROM generate_series(1, :merchants * 2) i;
INSERT INTO subscription_plans (id, merchant_id, name, active, fields, created_at, updated_at)
SELECT pg_temp.key('pln', i), pg_temp.key('mer', 1 + (i - 1) / 3), 'Plan ' || i, true, '{"allowance": {"drinks": 1, "per": "day"}, "singleDrinkPrice": 480}', now() - interval '400 days', now() - interval '40 days'
FROM generate_series(1, :merchants * 3) i;
INSERT INTO plan_prices (id, plan_id, amount_minor, currency, interval, interval_count, active)
SELECT pg_temp.key('pri', i), pg_temp.key('pln', i), 900 + 100 * pg_temp.h(i, 20, 60), 'usd',
  CASE WHEN pg_temp.h(i, 21, 100) < 75 THEN 'month' WHEN pg_temp.h(i, 21, 100) < 88 THEN 'year' WHEN pg_temp.h(i, 21, 100) < 97 THEN 'week' ELSE 'day' END,
  CASE WHEN pg_temp.h(i, 22, 100) < 90 THEN 1 WHEN pg_temp.h(i, 22, 100) < 96 THEN 2 ELSE 3 END, true
FROM generate_series(1, :merchants * 3) i;
INSERT INTO merchant_promotions (merchant_id, promotion_id, enabled, metadata, updated_at)
SELECT pg_temp.key('mer', i), p, true, '{"note": "as agreed"}', now() - interval '9 days'
FROM generate_series(1, :merchants) i, unnest(ARRAY['first_drink_free', 'happy_hour']) p WHERE pg_temp.h(i, length(p), 3) = 0;

-- Merchants are skewed: the square of a uniform number, so the largest holds about 2% of the rows.
INSERT INTO subscriptions (id, merchant_id, plan_id, user_id, status, amount_minor, currency, interval, interval_count, monthly_minor, billing_currency, created_at, updated_at, current_period_start, current_period_end)
SELECT pg_temp.key('sub', i), pg_temp.key('mer', m), p.plan_id, pg_temp.key('usr', 1 + pg_temp.h(i, 24, :users)),
  CASE WHEN r < 70 THEN 'active' WHEN r < 80 THEN 'trialing' WHEN r < 85 THEN 'past_due' ELSE 'canceled' END,
  p.amount_minor, 'usd', p.interval, p.interval_count,
  round(CASE p.interval WHEN 'year' THEN p.amount_minor / 12.0 WHEN 'week' THEN p.amount_minor * 4.333 WHEN 'day' THEN p.amount_minor * 30.0 ELSE p.amount_minor END / p.interval_count), 'usd',
  c, c + pg_temp.h(i, 27, greatest(1, extract(epoch FROM now() - c)::bigint)) * interval '1 second',
  now() - pg_temp.h(i, 28, 30 * 86400) * interval '1 second', now() + pg_temp.h(i, 29, 30 * 86400) * interval '1 second'
FROM (SELECT i, 1 + floor(:merchants * power(pg_temp.h(i, 23, 1000000) / 1000000.0, 2))::bigint AS m, pg_temp.h(i, 25, 100) AS r,
  now() - pg_temp.h(i, 26, 730 * 86400) * interval '1 second' AS c FROM generate_series(1, :subs) i) s
JOIN plan_prices p ON p.plan_id = pg_temp.key('pln', (m - 1) * 3 + 1 + pg_temp.h(i, 30, 3));

-- Charges of the period that runs and of the month before it; the history of the last half year.
INSERT INTO subscription_charges (subscription_id, period_start, period_end, merchant_id, plan_id, user_id, amount_minor, currency, recorded_at)
SELECT id, start, start + interval '30 days', merchant_id, plan_id, user_id, amount_minor, currency, start
FROM (SELECT s.*, current_period_start - back * interval '30 days' AS start FROM subscriptions s, generate_series(0, 1) back) periods
WHERE status IN ('active', 'past_due') AND start >= created_at - interval '30 days';
INSERT INTO subscription_events (id, subscription_id, kind, details, occurred_at)
SELECT 'sev_' || id || '_started', id, 'started', jsonb_build_object('status', status), created_at FROM subscriptions WHERE created_at > now() - interval '180 days'
UNION ALL SELECT 'sev_' || id || '_canceled', id, 'canceled', '{"from": "active"}', updated_at FROM subscriptions WHERE status = 'canceled' AND updated_at > now() - interval '180 days';

-- Payouts of the last two ended months, drafts in the last one; their charges are the rows of those months.
INSERT INTO payouts (id, merchant_id, period, period_start, period_end, currency, status, gross_minor, fee_basis_points, fee_minor, net_minor, renewal_count, redemption_count, generated_at, updated_at)
SELECT CASE back WHEN 1 THEN 'pay_' ELSE 'old_' END || right(c.merchant_id, 8), c.merchant_id, to_char(m.start, 'YYYY-MM'), m.start, m.start + interval '1 month', c.currency,
  CASE back WHEN 1 THEN 'draft' ELSE 'confirmed' END, sum(c.amount_minor), 0, 0, sum(c.amount_minor), count(*), 0, now(), now()
FROM (SELECT back, (date_trunc('month', now() AT TIME ZONE 'UTC') - back * interval '1 month') AT TIME ZONE 'UTC' AS start FROM generate_series(1, 2) back) m
JOIN subscription_charges c ON c.period_start >= m.start AND c.period_start < m.start + interval '1 month'
GROUP BY back, m.start, c.merchant_id, c.currency;
INSERT INTO payout_charges (subscription_id, period_start, payout_id)
SELECT c.subscription_id, c.period_start, p.id FROM subscription_charges c
JOIN payouts p ON p.merchant_id = c.merchant_id AND c.period_start >= p.period_start AND c.period_start < p.period_end;

SELECT ensure_redemption_partitions(now() - interval '366 days', now() + interval '62 days');
INSERT INTO redemptions (id, merchant_id, location_id, plan_id, user_id, redeemed_at, method, status)
SELECT pg_temp.key('red', i), pg_temp.key('mer', m), pg_temp.key('loc', (m - 1) * 2 + 1 + pg_temp.h(i, 32, 2)), pg_temp.key('pln', (m - 1) * 3 + 1 + pg_temp.h(i, 34, 3)),
  pg_temp.key('usr', 1 + pg_temp.h(i, 33, :users)), now() - pg_temp.h(i, 35, 365 * 86400) * interval '1 second', 'barcode', CASE WHEN pg_temp.h(i, 36, 100) < 98 THEN 'completed' ELSE 'voided' END
FROM (SELECT i, 1 + floor(:merchants * power(pg_temp.h(i, 31, 1000000) / 1000000.0, 2))::bigint AS m FROM generate_series(1, :reds) i) s;

-- The counters, as the writing transactions keep them.
INSERT INTO user_search SELECT id, created_at, search_text(coalesce(nullif(display_name, ''), email)), search_text(email || U&'\001F' || coalesce(display_name, '')) FROM users;
UPDATE user_search_ranges SET bits = NULL;
INSERT INTO subscription_search SELECT s.id, s.created_at, p.text FROM subscriptions s JOIN user_search p ON p.id = s.user_id;
INSERT INTO user_counts (role, status, count) SELECT role, status, count(*) FROM users GROUP BY 1, 2;
INSERT INTO merchant_counts SELECT status, needs_review, is_live, coalesce(application_status, ''), count(*) FROM merchants GROUP BY 1, 2, 3, 4;
INSERT INTO subscription_totals (merchant_id, status, currency, count, monthly_minor)
SELECT merchant_id, status, billing_currency, count(*), sum(monthly_minor) FROM subscriptions GROUP BY 1, 2, 3;
INSERT INTO subscription_plan_totals (merchant_id, plan_id, status, currency, count, monthly_minor)
SELECT merchant_id, coalesce(plan_id, ''), status, billing_currency, count(*), sum(monthly_minor) FROM subscriptions GROUP BY 1, 2, 3, 4;
INSERT INTO subscription_charge_months (month, merchant_id, currency, amount_minor, count)
SELECT date_trunc('month', period_start AT TIME ZONE 'UTC'), merchant_id, currency, sum(amount_minor), count(*) FROM subscription_charges GROUP BY 1, 2, 3;
INSERT INTO merchant_subscription_stats (merchant_id, total_subscribers, active_subscribers, monthly_revenue_minor, currency, last_activity_at)
SELECT merchant_id, count(*) FILTER (WHERE status <> 'canceled'), count(*) FILTER (WHERE status = 'active'), coalesce(sum(monthly_minor) FILTER (WHERE status = 'active'), 0), 'usd', max(created_at)
FROM subscriptions GROUP BY 1;
UPDATE users SET subscription_count = held.n
FROM (SELECT user_id, count(*) AS n FROM subscriptions WHERE status <> 'canceled' GROUP BY 1) held WHERE users.id = held.user_id;
INSERT INTO subscription_days (day, merchant_id, status, currency, created_count, updated_count, entered_count, entered_monthly_minor)
SELECT day, merchant_id, status, currency, sum(created), sum(updated), sum(entered), sum(entered * monthly_minor) FROM (
  SELECT (created_at AT TIME ZONE 'UTC')::date AS day, merchant_id, status, billing_currency AS currency, 1 AS created, 0 AS updated, 0 AS entered, monthly_minor FROM subscriptions
  UNION ALL SELECT (updated_at AT TIME ZONE 'UTC')::date, merchant_id, status, billing_currency, 0, 1, 0, monthly_minor FROM subscriptions
  UNION ALL SELECT (created_at AT TIME ZONE 'UTC')::date, merchant_id, CASE status WHEN 'canceled' THEN 'active' ELSE status END, billing_currency, 0, 0, 1, monthly_minor FROM subscriptions
  UNION ALL SELECT (updated_at AT TIME ZONE 'UTC')::date, merchant_id, 'active', billing_currency, 0, 0, -1, monthly_minor FROM subscriptions WHERE status = 'canceled'
  UNION ALL SELECT (updated_at AT TIME ZONE 'UTC')::date, merchant_id, 'canceled', billing_currency, 0, 0, 1, monthly_minor FROM subscriptions WHERE status = 'canceled') changes
GROUP BY 1, 2, 3, 4;
-- The first minute's job of a server derives the moves.
INSERT INTO subscription_moves_due SELECT id FROM subscriptions;
INSERT INTO subscription_platform_totals SELECT status, currency, sum(count), sum(monthly_minor) FROM subscription_totals GROUP BY 1, 2;
INSERT INTO subscription_platform_days SELECT day, status, currency, sum(created_count), sum(updated_count), sum(entered_count), sum(entered_monthly_minor) FROM subscription_days GROUP BY 1, 2, 3;
UPDATE redemptions r SET previous_at = linked.previous FROM (
  SELECT redeemed_at, id, max(redeemed_at) FILTER (WHERE status = 'completed') OVER (
    PARTITION BY user_id, merchant_id ORDER BY redeemed_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS previous
  FROM redemptions) AS linked
WHERE r.redeemed_at = linked.redeemed_at AND r.id = linked.id AND linked.previous IS NOT NULL;
INSERT INTO redemption_hours (hour, merchant_id, status, count) SELECT date_trunc('hour', redeemed_at), merchant_id, status, count(*) FROM redemptions GROUP BY 1, 2, 3;
INSERT INTO redemption_days (merchant_id, day, location_id, plan_id, count)
SELECT merchant_id, (redeemed_at AT TIME ZONE 'UTC')::date, coalesce(location_id, ''), coalesce(plan_id, ''), count(*) FROM redemptions WHERE status = 'completed' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4;
INSERT INTO redemption_totals (merchant_id, count, last_redeemed_at) SELECT merchant_id, count(*) FILTER (WHERE status = 'completed'), max(redeemed_at) FROM redemptions GROUP BY 1;
SET session_replication_role = DEFAULT;
SELECT definition FROM later \gexec
VACUUM ANALYZE;
