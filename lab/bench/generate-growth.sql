-- Waitlists, affiliate links, forms and applications of a platform that has grown; after generate.sql, in its style:
--   psql "$PGURL" -v ON_ERROR_STOP=1 -f generate-growth.sql [-v entries=30000]
\if :{?entries} \else \set entries 300000 \endif
\if :{?links} \else \set links 10000 \endif
\if :{?submissions} \else \set submissions 100000 \endif
\if :{?signups} \else \set signups 20000 \endif
SET synchronous_commit = off;
SET session_replication_role = replica;

CREATE FUNCTION pg_temp.h(i bigint, salt bigint, n bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS
$$ SELECT (hashint8extended(i, salt) & 9223372036854775807) % n $$;
CREATE FUNCTION pg_temp.key(prefix text, i bigint) RETURNS text LANGUAGE sql IMMUTABLE AS
$$ SELECT prefix || '_' || lpad(i::text, 8, '0') $$;

INSERT INTO waitlists (id, name, kind, slug, city, created_at, updated_at)
SELECT pg_temp.key('wtl', i), 'Waitlist ' || i, CASE WHEN i % 3 = 0 THEN 'city' WHEN i % 3 = 1 THEN 'consumer' ELSE 'merchant' END, 'waitlist-' || i,
  CASE WHEN i % 3 = 0 THEN 'Springfield' END, now() - interval '300 days', now() FROM generate_series(1, 20) i;
-- Skewed as the merchants are: the first list holds about a fifth of the people.
INSERT INTO waitlist_entries (id, waitlist_id, email, name, city, postal_code, wanted_venue, source, affiliate_code, status, referral_code, referral_count, confirmed_at, invited_at, invitation_expires_at, joined_at, removed_at, created_at, updated_at)
SELECT pg_temp.key('wle', i), pg_temp.key('wtl', list), 'guest' || i || '@mail' || pg_temp.h(i, 61, 50) || '.test', 'Guest ' || i,
  (ARRAY['Springfield','Riverton','Lakeside','Hillview','Oakdale','Marston'])[1 + pg_temp.h(i, 62, 6)] || CASE WHEN pg_temp.h(i, 63, 3) = 0 THEN '' ELSE ' ' || pg_temp.h(i, 64, 40) END,
  CASE WHEN pg_temp.h(i, 65, 4) = 0 THEN '' ELSE lpad(pg_temp.h(i, 66, 900)::text, 5, '1') END,
  CASE WHEN pg_temp.h(i, 67, 2) = 0 THEN '' ELSE 'Venue ' || pg_temp.h(i, 68, 300) END,
  (ARRAY['join page','import','instagram','table-tent','newsletter'])[1 + pg_temp.h(i, 69, 5)],
  CASE WHEN pg_temp.h(i, 70, 10) = 0 THEN 'CODE' || (1 + pg_temp.h(i, 71, :links)) END, s, 'ref' || i, pg_temp.h(i, 72, 4), c,
  CASE WHEN s IN ('invited', 'joined') THEN c + interval '1 day' END, CASE WHEN s = 'invited' THEN c + interval '15 days' END,
  CASE WHEN s = 'joined' THEN c + interval '2 days' END, CASE WHEN s = 'removed' THEN c + interval '3 days' END, c, c
FROM (SELECT i, 1 + floor(20 * power(pg_temp.h(i, 60, 1000000) / 1000000.0, 2))::bigint AS list, now() - pg_temp.h(i, 73, 300 * 86400) * interval '1 second' AS c,
  CASE WHEN pg_temp.h(i, 74, 100) < 60 THEN 'waiting' WHEN pg_temp.h(i, 74, 100) < 70 THEN 'shortlisted' WHEN pg_temp.h(i, 74, 100) < 80 THEN 'invited' WHEN pg_temp.h(i, 74, 100) < 95 THEN 'joined' ELSE 'removed' END AS s
  FROM generate_series(1, :entries) i) people;

INSERT INTO affiliate_links (id, name, slug, code, destination, merchant_id, source_tag, status, created_at, updated_at)
SELECT pg_temp.key('aff', i), 'Link ' || i, 'link-' || i, 'CODE' || i, CASE WHEN i % 50 = 0 THEN 'partner_signup' ELSE 'merchant' END,
  CASE WHEN i % 50 = 0 THEN NULL ELSE pg_temp.key('mer', 1 + pg_temp.h(i, 80, 2000)) END, 'table', CASE WHEN pg_temp.h(i, 81, 10) = 0 THEN 'archived' ELSE 'active' END, c, c
FROM (SELECT i, now() - pg_temp.h(i, 82, 300 * 86400) * interval '1 second' AS c FROM generate_series(1, :links) i) made;
INSERT INTO affiliate_days (link_id, day, clicks)
SELECT pg_temp.key('aff', i), (now() - back * interval '1 day')::date, 1 + pg_temp.h(i * 1000 + back, 83, 30) FROM generate_series(1, :links) i, generate_series(0, 89) back;
INSERT INTO affiliate_clicks (link_id, visitor_hash, window_start)
SELECT pg_temp.key('aff', 1 + pg_temp.h(i, 84, :links)), 'visitor' || i, date_trunc('hour', now() - pg_temp.h(i, 85, 86400) * interval '1 second') FROM generate_series(1, 50000) i ON CONFLICT DO NOTHING;
INSERT INTO subscription_affiliates (subscription_id, code, merchant_id, user_id, started_at)
SELECT id, 'CODE' || (1 + pg_temp.h(row_number() OVER (ORDER BY id), 86, :links)), merchant_id, user_id, created_at FROM subscriptions WHERE pg_temp.h(right(id, 8)::bigint, 87, 20) = 0;

INSERT INTO signup_forms (id, name, slug, status, fields, live_version, created_at, updated_at)
SELECT pg_temp.key('frm', i), 'Form ' || i, 'form-' || i, CASE WHEN i % 5 = 0 THEN 'closed' ELSE 'live' END, '[]', 1, now() - interval '300 days', now() - i * interval '1 hour' FROM generate_series(1, 50) i;
INSERT INTO signup_form_versions (form_id, number, fields, intro, success_text, published_at)
SELECT id, 1, '[{"id": "name", "kind": "short", "label": "Business name", "help": "", "required": true, "options": [], "showWhen": null}, {"id": "email", "kind": "short", "label": "Email", "help": "", "required": true, "options": [], "showWhen": null}]', '', '', created_at FROM signup_forms;
INSERT INTO signup_form_days (form_id, day, viewed, started)
SELECT pg_temp.key('frm', i), (now() - back * interval '1 day')::date, pg_temp.h(i * 1000 + back, 88, 90), pg_temp.h(i * 1000 + back, 88, 90) / 2 FROM generate_series(1, 50) i, generate_series(0, 299) back;
INSERT INTO signup_submissions (id, form_id, form_version, status, key_hash, email, business_name, answers, affiliate_code, submitted_at, reviewed_at)
SELECT pg_temp.key('fsb', i), pg_temp.key('frm', 1 + floor(50 * power(pg_temp.h(i, 89, 1000000) / 1000000.0, 2))::bigint), 1, s, 'key' || i, 'owner' || i || '@venue.test', 'Venue number ' || i, '[]',
  CASE WHEN pg_temp.h(i, 90, 10) = 0 THEN 'CODE' || (1 + pg_temp.h(i, 91, :links)) END, c, CASE WHEN s <> 'submitted' THEN c + interval '1 day' END
FROM (SELECT i, now() - pg_temp.h(i, 92, 300 * 86400) * interval '1 second' AS c, CASE WHEN pg_temp.h(i, 93, 100) < 10 THEN 'submitted' WHEN pg_temp.h(i, 93, 100) < 60 THEN 'approved' ELSE 'rejected' END AS s FROM generate_series(1, :submissions) i) sent;
INSERT INTO merchant_signups (id, key_hash, kind, status, email, contact_name, business_name, application_id, user_id, affiliate_code, created_at)
SELECT pg_temp.key('sgn', i), 'key' || i, 'signup', CASE WHEN pg_temp.h(i, 94, 10) = 0 THEN 'submitted' WHEN pg_temp.h(i, 94, 10) < 7 THEN 'approved' ELSE 'rejected' END, 'applicant' || i || '@venue.test', 'Applicant ' || i, 'Venue ' || i,
  'app' || i, pg_temp.key('usr', 1 + pg_temp.h(i, 95, 1000)), CASE WHEN pg_temp.h(i, 96, 10) = 0 THEN 'CODE' || (1 + pg_temp.h(i, 97, :links)) END, now() - pg_temp.h(i, 98, 300 * 86400) * interval '1 second'
FROM generate_series(1, :signups) i;
UPDATE subscription_affiliates came SET first_drink_at = (SELECT min(drunk.redeemed_at) FROM redemptions drunk
  WHERE drunk.user_id = came.user_id AND drunk.merchant_id = came.merchant_id AND drunk.redeemed_at >= came.started_at AND drunk.status = 'completed');
-- The counters, as the triggers keep them.
INSERT INTO merchant_signup_states SELECT own.id, signup_state(own.kind, own.status, account.status), own.created_at
FROM merchant_signups own LEFT JOIN users account ON account.id = own.user_id;
INSERT INTO waitlist_counts SELECT waitlist_id, status, waitlist_expires_on(status, invitation_expires_at), count(*) FROM waitlist_entries GROUP BY 1, 2, 3;
INSERT INTO waitlist_source_counts SELECT waitlist_id, source, count(*) FROM waitlist_entries GROUP BY 1, 2;
INSERT INTO waitlist_area_changes SELECT DISTINCT waitlist_id, lower(city), postal_code FROM waitlist_entries WHERE is_waiting(status);
INSERT INTO signup_submission_counts SELECT form_id, status, count(*) FROM signup_submissions GROUP BY 1, 2;
INSERT INTO signup_form_totals SELECT form_id, sum(viewed), sum(started) FROM signup_form_days GROUP BY 1;
INSERT INTO affiliate_click_totals SELECT link_id, sum(clicks) FROM affiliate_days GROUP BY 1;
SET session_replication_role = DEFAULT;
VACUUM ANALYZE;
